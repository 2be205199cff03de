import { CallError, call } from '#contract/call.ts';
import { sendLoginCode, signInByEmail } from '#contract/login/login.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import {
  codeProblem,
  emailProblem,
  normaliseWord,
  resendSeconds,
  wordProblem,
} from '#domain/login/login.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { takeSessionEnded } from '#stores/browser/sessionHint.ts';
import { type Message, errorMessage, message, secondsToWait } from '#stores/browser/message.ts';
import { $loginOpen } from '#stores/account/loginDialog.ts';
import { $secondsLeft, endCountdown, startCountdown } from '#stores/account/resendCountdown.ts';
import { notify } from '#stores/browser/toasts.ts';
import { $user, hasSignedOut, refreshUser } from '#stores/account/user.ts';
import { wake } from '#stores/browser/wake.ts';
import { map } from 'nanostores';

export type LoginForm = {
  email: string;
  /** As typed or pasted. */
  code: string;
  /** Whether the mail also has a word that must be typed, and the typed text. */
  withWord: boolean;
  word: string;
  /** The invitation for a new account, where it needs one. */
  invitation: string;
  /** The call that the form waits for. */
  activity: 'nothing' | 'sending' | 'signingIn';
  /** The address to which a code was sent. */
  sentTo: string | undefined;
  emailError: Message | undefined;
  codeError: Message | undefined;
  wordError: Message | undefined;
  invitationError: Message | undefined;
  /** A problem that belongs to no field. */
  error: Message | undefined;
};

const emptyForm: LoginForm = {
  email: '',
  code: '',
  withWord: false,
  word: '',
  invitation: '',
  activity: 'nothing',
  sentTo: undefined,
  emailError: undefined,
  codeError: undefined,
  wordError: undefined,
  invitationError: undefined,
  error: undefined,
};

export const $loginForm = map<LoginForm>({ ...emptyForm });

/** Counts how often the dialog was closed, so that a call of a closed dialog shows no error in the next one. */
let closed = 0;

/** Code and word that were sent last. They are sent a second time only by the button. */
let lastSent = '';

/** Closes the dialog. Keeps the address, the invitation and the countdown; clears code and errors. */
export function closeLogin(): void {
  closed += 1;
  const { email, invitation, sentTo, withWord, activity } = $loginForm.get();
  $loginForm.set({ ...emptyForm, email, invitation, sentTo, withWord, activity });
  $loginOpen.set(false);
}

export function editEmail(email: string): void {
  $loginForm.set({ ...$loginForm.get(), email, emailError: undefined, error: undefined });
}

export function editCode(code: string): void {
  $loginForm.set({ ...$loginForm.get(), code, codeError: undefined, error: undefined });
}

export function editWord(word: string): void {
  $loginForm.set({ ...$loginForm.get(), word, wordError: undefined, error: undefined });
}

export function editInvitation(invitation: string): void {
  const cleared = { invitationError: undefined, error: undefined };
  $loginForm.set({ ...$loginForm.get(), invitation, ...cleared });
}

/** Sends a code to the address and starts the countdown. Does nothing during the countdown. */
export async function sendCode(language: Language): Promise<void> {
  const { email, activity } = $loginForm.get();
  if (activity !== 'nothing' || $secondsLeft.get() > 0) return;
  const problem = emailProblem(email);
  if (problem) return $loginForm.setKey('emailError', message(`login.${problem}`));
  begin('sending');
  const before = closed;
  try {
    const query = { email: email.trim(), lang: language };
    const { resend_seconds: seconds, word } = await call(sendLoginCode, { query });
    startCountdown(seconds > 0 ? seconds : resendSeconds);
    // The digits of the new code may be the same.
    lastSent = '';
    const sent = { sentTo: email.trim(), withWord: word === true, word: '' };
    $loginForm.set({ ...$loginForm.get(), ...sent });
    countEvent('login', 'code');
  } catch (error) {
    const seconds = secondsToWait(error);
    if (seconds !== undefined && seconds <= resendSeconds) startCountdown(seconds);
    if (before === closed) $loginForm.setKey('error', sendProblem(error, language));
  }
  $loginForm.setKey('activity', 'nothing');
}

/**
 * Returns the message that no code was sent. For an address that gets no mail for a while, it contains the end of that
 * time.
 */
function sendProblem(error: unknown, language: Language): Message {
  const problem = errorMessage(error);
  const until = problem.values?.['until'];
  if (problem.key !== 'errors.mail_refused' || until === undefined) return problem;
  const format = new Intl.DateTimeFormat(languageTags[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const values = { until: joinDate(format.format(new Date(until))) };
  const mayWrite = error instanceof CallError && error.details['contact'] === true;
  return message(mayWrite ? 'errors.mail_refused_contact' : 'errors.mail_refused', values);
}

/** Whether code and word are complete and were not sent yet, so that they are sent without the button. */
export function isReadyToSend(): boolean {
  const { activity, email, sentTo, code, withWord, word } = $loginForm.get();
  if (activity !== 'nothing' || sentTo !== email.trim()) return false;
  if (codeProblem(plainCode(code)) || (withWord && wordProblem(word))) return false;
  return lastSent !== typedValues();
}

/** Signs in with the code, loads the user and closes the dialog. Returns whether that succeeded. */
export async function signIn(): Promise<boolean> {
  const form = $loginForm.get();
  if (form.activity !== 'nothing' || !isComplete(form)) return false;
  begin('signingIn');
  lastSent = typedValues();
  const before = closed;
  const { withWord, word } = form;
  const email = form.email.trim();
  const code = plainCode(form.code);
  try {
    const invitation = form.invitation.trim();
    const entered = { ...(withWord && { word }), ...(invitation !== '' && { invitation }) };
    await call(signInByEmail, { query: { email, code, ...entered } });
    await refreshUser();
  } catch (error) {
    countEvent('login', 'failed');
    return refuse(before, refusalOf(error, form.code));
  }
  countEvent('login', 'signed_in');
  return welcome(before);
}

/** Loads the user after a sign-in with Google and closes the dialog. Returns whether a user is signed in. */
export async function enterWithGoogle(): Promise<boolean> {
  const before = closed;
  await refreshUser();
  const isSignedIn = $user.get().state !== 'visitor';
  if (isSignedIn) countEvent('login', 'google');
  return isSignedIn && welcome(before);
}

/** Closes the dialog and welcomes the user who was just loaded, or shows why that failed. */
function welcome(before: number): boolean {
  const user = $user.get();
  if (user.state === 'failed') return refuse(before, { error: user.problem });
  $loginForm.set({ ...emptyForm, email: $loginForm.get().email });
  takeSessionEnded();
  endCountdown();
  closeLogin();
  wake('save-toggle');
  wake('save-gpt');
  wake('saved-lists');
  wake('offers');
  notify('success', 'login.signedIn');
  return true;
}

/**
 * Whether every field is valid. Shows a problem at each that is not. An empty code with a problem keeps it: Enter after the
 * fourth digit may come when the code was refused and cleared already, and must not hide the reason.
 */
function isComplete({ email, code, codeError, withWord, word }: LoginForm): boolean {
  const problems = {
    emailError: emailProblem(email),
    codeError: codeProblem(plainCode(code)),
    wordError: withWord ? wordProblem(word) : undefined,
  };
  const isRefused = plainCode(code) === '' && codeError !== undefined;
  for (const [field, problem] of Object.entries(problems)) {
    if (field === 'codeError' && isRefused) continue;
    if (problem) $loginForm.setKey(field as keyof typeof problems, message(`login.${problem}`));
  }
  return Object.values(problems).every((problem) => problem === undefined);
}

/** Returns code and word as one text. */
function typedValues(): string {
  const { code, withWord, word } = $loginForm.get();
  return withWord ? `${plainCode(code)} ${normaliseWord(word)}` : plainCode(code);
}

/** Converts full-width digits, which Japanese keyboards produce. */
function plainCode(typed: string): string {
  return typed.normalize('NFKC').trim();
}

function begin(activity: LoginForm['activity']): void {
  const cleared = {
    error: undefined,
    emailError: undefined,
    codeError: undefined,
    wordError: undefined,
    invitationError: undefined,
  };
  $loginForm.set({ ...$loginForm.get(), ...cleared, activity });
}

/**
 * Returns the problem of a failed sign-in: at the field of the code, word or invitation, or below the form. A wrong code leaves the
 * field, unless something else was typed meanwhile.
 */
function refusalOf(error: unknown, sent: string): Partial<LoginForm> {
  const text = errorMessage(error);
  if (text.key === 'errors.word_needed') return { withWord: true, wordError: text };
  if (text.key.startsWith('errors.invitation_')) return { invitationError: text };
  const isAboutCode = /^errors\.(?:wrong_code|code_expired|too_many_guesses)/.test(text.key);
  if (!isAboutCode) return { error: text };
  const { withWord, code } = $loginForm.get();
  const isAboutBoth = text.key === 'errors.wrong_code_left' && withWord;
  return {
    code: code === sent ? '' : code,
    codeError: isAboutBoth ? message('errors.wrong_word_left', text.values) : text,
  };
}

/** Shows a refusal, unless the dialog was closed meanwhile. */
function refuse(before: number, refusal: Partial<LoginForm>): false {
  const shown = before === closed ? refusal : {};
  $loginForm.set({ ...$loginForm.get(), ...shown, activity: 'nothing' });
  return false;
}

// The next visitor of this browser must not see the address of a user who signed out.
$user.listen((state, before) => {
  if (state.state === 'visitor' && before?.state === 'user' && hasSignedOut()) {
    $loginForm.set({ ...emptyForm });
  }
});
