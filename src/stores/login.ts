import { call } from '#contract/call.ts';
import { sendLoginCode, signInByEmail } from '#contract/login.ts';
import type { Language } from '#domain/languages.ts';
import { codeProblem, emailProblem, resendSeconds } from '#domain/login.ts';
import { type Message, errorMessage, message, secondsToWait } from '#stores/message.ts';
import { notify } from '#stores/toasts.ts';
import { $user, refreshUser } from '#stores/user.ts';
import { wake } from '#stores/wake.ts';
import { atom, computed, map } from 'nanostores';

/** Whether the login dialog is open. */
export const $loginOpen = atom(false);

export type LoginForm = {
  email: string;
  code: string;
  /** What the form waits for. */
  activity: 'nothing' | 'sending' | 'signingIn';
  /** The address that a code went to. */
  sentTo: string | undefined;
  emailError: Message | undefined;
  codeError: Message | undefined;
  /** What went wrong with neither field. */
  error: Message | undefined;
};

const emptyForm: LoginForm = {
  email: '',
  code: '',
  activity: 'nothing',
  sentTo: undefined,
  emailError: undefined,
  codeError: undefined,
  error: undefined,
};

export const $loginForm = map<LoginForm>({ ...emptyForm });

/** When the next code can be asked for, and what time it is now, in milliseconds. */
const $resendAt = atom(0);
const $now = atom(0);

let ticking: ReturnType<typeof setInterval> | undefined;

/** Seconds of the countdown that are left; 0 when a code can be asked for. Closing the dialog does not stop it. */
export const $secondsLeft = computed([$resendAt, $now], (resendAt, now) =>
  Math.max(0, Math.ceil((resendAt - now) / 1000)),
);

export function openLogin(): void {
  if ($loginOpen.get()) return;
  $loginOpen.set(true);
  wake('login-dialog');
}

/** Closes the dialog. What was typed and the countdown stay. */
export function closeLogin(): void {
  $loginOpen.set(false);
}

export function editEmail(email: string): void {
  $loginForm.set({ ...$loginForm.get(), email, emailError: undefined, error: undefined });
}

/** Keeps the digits of what was typed or pasted. */
export function editCode(typed: string): void {
  const code = typed.normalize('NFKC').replace(/\D/g, '').slice(0, 4);
  $loginForm.set({ ...$loginForm.get(), code, codeError: undefined, error: undefined });
}

/** Sends a code to the address and starts the countdown. Nothing happens while it runs. */
export async function sendCode(language: Language): Promise<void> {
  const { email, activity } = $loginForm.get();
  if (activity !== 'nothing' || $secondsLeft.get() > 0) return;
  const problem = emailProblem(email);
  if (problem) return $loginForm.setKey('emailError', message(`login.${problem}`));
  begin('sending');
  try {
    const query = { email: email.trim(), lang: language };
    const { resend_seconds: seconds } = await call(sendLoginCode, { query });
    startCountdown(seconds > 0 ? seconds : resendSeconds);
    $loginForm.setKey('sentTo', email.trim());
  } catch (error) {
    const seconds = secondsToWait(error);
    if (seconds !== undefined && seconds <= resendSeconds) startCountdown(seconds);
    $loginForm.setKey('error', errorMessage(error));
  }
  $loginForm.setKey('activity', 'nothing');
}

/** Signs in with the code; then the user is refreshed and the dialog closes. Answers whether it worked. */
export async function signIn(): Promise<boolean> {
  const { email, code, activity } = $loginForm.get();
  if (activity !== 'nothing') return false;
  const problems = { email: emailProblem(email), code: codeProblem(code) };
  if (problems.email) $loginForm.setKey('emailError', message(`login.${problems.email}`));
  if (problems.code) $loginForm.setKey('codeError', message(`login.${problems.code}`));
  if (problems.email || problems.code) return false;
  begin('signingIn');
  try {
    await call(signInByEmail, { query: { email: email.trim(), code } });
    await refreshUser();
  } catch (error) {
    return refuse(error);
  }
  const user = $user.get();
  if (user.state === 'failed') return refuseWith(user.problem);
  $loginForm.set({ ...emptyForm, email });
  closeLogin();
  wake('save-toggle');
  wake('saved-lists');
  notify('success', 'login.signedIn');
  return true;
}

function begin(activity: LoginForm['activity']): void {
  const cleared = { error: undefined, emailError: undefined, codeError: undefined };
  $loginForm.set({ ...$loginForm.get(), ...cleared, activity });
}

/** A wrong or expired code is said next to its field, anything else below the form. */
function refuse(error: unknown): false {
  const text = errorMessage(error);
  const aboutCode = /^errors\.(?:wrong_code|code_expired)/.test(text.key);
  if (!aboutCode) return refuseWith(text);
  $loginForm.set({ ...$loginForm.get(), activity: 'nothing', codeError: text });
  return false;
}

function refuseWith(error: Message): false {
  $loginForm.set({ ...$loginForm.get(), activity: 'nothing', error });
  return false;
}

function startCountdown(seconds: number): void {
  clearInterval(ticking);
  const now = Date.now();
  $now.set(now);
  $resendAt.set(now + seconds * 1000);
  ticking = setInterval(() => {
    $now.set(Date.now());
    if ($secondsLeft.get() === 0) clearInterval(ticking);
  }, 1000);
}
