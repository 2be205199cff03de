import { call } from '#contract/call.ts';
import {
  type Sharing,
  getSharing,
  sendScreenshot,
  sendSharedLink,
} from '#contract/sharing/sharing.ts';
import { upload } from '#contract/upload.ts';
import type { Language } from '#domain/languages/languages.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { $account, isVisitor } from '#stores/account/user.ts';
import { atom } from 'nanostores';

export type SharingState =
  /** Not requested yet. */
  | { state: 'closed' }
  | { state: 'loading' | 'visitor' }
  | { state: 'failed'; problem: Message }
  | { state: 'open'; sharing: Sharing; sending: boolean; problem: Message | undefined };

/** The state of the user's post, and whether they can send one. */
export const $sharing = atom<SharingState>({ state: 'closed' });

/** Loads the state of the user's post. Visitors sign in first. */
export async function openSharing(): Promise<void> {
  if (isVisitor()) return askToSignIn();
  const loading: SharingState = { state: 'loading' };
  $sharing.set(loading);
  // A sign-out or a newer call replaces this state.
  const isCurrent = () => $sharing.get() === loading;
  try {
    const sharing = await call(getSharing, {});
    if (isCurrent()) show(sharing);
  } catch (error) {
    if (!isCurrent()) return;
    if (isSignedOut(error)) return askToSignIn();
    $sharing.set({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Sends the address of a post, a screenshot of it, or both. */
export async function sendPost(
  link: string,
  screenshot: File | undefined,
  language: Language,
): Promise<void> {
  const before = $sharing.get();
  if (before.state !== 'open' || before.sending) return;
  const address = link.trim();
  if (address === '' && !screenshot) {
    return $sharing.set({ ...before, problem: message('sharing.nothing') });
  }
  $sharing.set({ ...before, sending: true, problem: undefined });
  try {
    show(await send(address, screenshot, language));
  } catch (error) {
    $sharing.set({ ...before, problem: errorMessage(error) });
    if (isSignedOut(error)) openLogin(message('login.reason.share'));
  }
}

function send(link: string, screenshot: File | undefined, language: Language): Promise<Sharing> {
  if (!screenshot) return call(sendSharedLink, { body: { link, language } });
  const query = { language, ...(link === '' ? {} : { link }) };
  const { signal } = new AbortController();
  return upload(sendScreenshot, { query }, screenshot, () => undefined, signal);
}

function show(sharing: Sharing): void {
  $sharing.set({ state: 'open', sharing, sending: false, problem: undefined });
}

function askToSignIn(): void {
  $sharing.set({ state: 'visitor' });
  openLogin(message('login.reason.share'));
}

$account.listen((account) => {
  const { state } = $sharing.get();
  if (state === 'closed') return;
  if (!account) $sharing.set({ state: 'closed' });
  else if (state === 'visitor') void openSharing();
});
