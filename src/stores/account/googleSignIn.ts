import {
  googleChannel,
  googleSignInPath,
  googleWindow,
  isGoogleMessage,
} from '#domain/login/googleSignIn.ts';
import type { Language } from '#domain/languages/languages.ts';
import { loginPath, safeRedirect } from '#domain/login/loginPaths.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { $loginForm, enterWithGoogle } from '#stores/account/login.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

/** Interval of checking whether the popup was closed, for which there is no event. */
const checkMilliseconds = 300;

/** Whether the popup is open. */
export const $isGoogleOpen = atom(false);

let popup: Window | null = null;
/** Part of the popup's name: browsers find a window by its name while it is still closing, and open no other one. */
let openings = 0;
let listening: AbortController | undefined;

/** Returns the path to open after a sign-in in the whole window: the current page, or the `redirect` of the login page. */
export function googleReturnPath(language: Language): string {
  const { pathname, search, hash } = location;
  const isLogin = pathname === loginPath(undefined, language);
  const path = isLogin ? new URLSearchParams(search).get('redirect') : pathname + search + hash;
  return safeRedirect(path, homePath(language));
}

/**
 * Opens the popup of Google, or brings it to the front. Call it in a click only, because browsers block other popups.
 * Without popups, the whole window goes to Google and returns. Closing the popup cancels the sign-in.
 */
export function signInWithGoogle(language: Language, onSignedIn?: () => void): void {
  if ($isGoogleOpen.get()) return popup?.focus();
  listening?.abort();
  openings += 1;
  const name = `${googleWindow.name}-${openings}`;
  const invitation = $loginForm.get().invitation.trim();
  const path = (redirect?: string) => googleSignInPath(language, redirect, invitation);
  popup = isStandalone() ? null : open(path(), name, windowFeatures());
  if (popup === null || popup.closed) {
    return goTo(path(googleReturnPath(language)));
  }
  $isGoogleOpen.set(true);
  listening = listen(popup, onSignedIn);
}

/** Whether the site runs from the home screen of an iPhone, where a popup cannot report back. */
function isStandalone(): boolean {
  return 'standalone' in navigator && navigator.standalone === true;
}

/** Places the popup in the middle of this window. */
function windowFeatures(): string {
  const { width, height } = googleWindow;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/**
 * Listens to the popup until the next sign-in is started. A page of Google may cut the popup off from its opener: then it
 * seems to be closed, and reports on a broadcast channel later.
 */
function listen(opened: Window, onSignedIn?: () => void): AbortController {
  const ending = new AbortController();
  const { signal } = ending;
  const receive = (data: unknown): void => {
    if (signal.aborted || !isGoogleMessage(data)) return;
    ending.abort();
    void finish(opened, data.type === 'oauth_success' ? undefined : data.reason, onSignedIn);
  };
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin === location.origin && source === opened) receive(data);
  };
  addEventListener('message', onMessage, { signal });
  const timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    if (popup === opened) $isGoogleOpen.set(false);
  }, checkMilliseconds);
  signal.addEventListener('abort', () => clearInterval(timer));
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(googleChannel);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
    signal.addEventListener('abort', () => channel.close());
  }
  return ending;
}

/** Ends a sign-in. A failure is only logged, because the popup stays open and explains it. */
async function finish(
  opened: Window,
  failure: string | undefined,
  onSignedIn: (() => void) | undefined,
): Promise<void> {
  if (failure !== undefined) console.error(`Google login failed: ${failure}`);
  const isSignedIn = failure === undefined && (await enterWithGoogle());
  $isGoogleOpen.set(false);
  if (!isSignedIn) return;
  opened.close();
  onSignedIn?.();
}
