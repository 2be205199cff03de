import { googleChannel, googleWindow, isGoogleMessage } from '#domain/googleSignIn.ts';
import type { Language } from '#domain/languages.ts';
import { googleSignInPath, homePath, loginPath, safeRedirect } from '#domain/urls.ts';
import { enterWithGoogle } from '#stores/account/login.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

/** How often the page looks whether the popup was closed: no event says so. */
const lookMilliseconds = 300;

/** Whether the popup is open. */
export const $isGoogleOpen = atom(false);

let popup: Window | null = null;
let listening: AbortController | undefined;

/** Where a sign-in in the whole window goes on: the current page, or what the sign-in page was asked for. */
export function googleReturnPath(language: Language): string {
  const { pathname, search, hash } = location;
  if (pathname !== loginPath(undefined, language)) return pathname + search + hash;
  return safeRedirect(new URLSearchParams(search).get('redirect'), homePath(language));
}

/**
 * Opens the popup of Google, or brings it to the front. Must be called in the click itself, else browsers block it.
 * Where there can be none, the whole window goes to Google and comes back. A popup that was closed has cancelled it.
 */
export function signInWithGoogle(language: Language, onSignedIn?: () => void): void {
  if ($isGoogleOpen.get()) return popup?.focus();
  listening?.abort();
  const { name } = googleWindow;
  popup = isStandalone() ? null : open(googleSignInPath(language), name, windowFeatures());
  if (popup === null || popup.closed) {
    return goTo(googleSignInPath(language, googleReturnPath(language)));
  }
  $isGoogleOpen.set(true);
  listening = listen(popup, onSignedIn);
}

/** Installed on the home screen of an iPhone there are no popups that could come back. */
function isStandalone(): boolean {
  return 'standalone' in navigator && navigator.standalone === true;
}

/** In the middle of this window. */
function windowFeatures(): string {
  const { width, height } = googleWindow;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/**
 * Listens to the popup. A page of Google's may cut it off from this one: then it looks closed, and reports on a channel
 * later, so listening goes on until the next try.
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
  const looking = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    if (popup === opened) $isGoogleOpen.set(false);
  }, lookMilliseconds);
  signal.addEventListener('abort', () => clearInterval(looking));
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(googleChannel);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
    signal.addEventListener('abort', () => channel.close());
  }
  return ending;
}

/** A failure is only logged: its sentence stands in the popup, which stays open for it. */
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
