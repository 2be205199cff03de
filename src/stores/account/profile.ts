import type { User } from '#contract/account/account.ts';
import { CallError, call } from '#contract/call.ts';
import { changeAccount, deletePicture, putPicture } from '#contract/account/profile.ts';
import { upload } from '#contract/upload.ts';
import type { Language } from '#domain/languages/languages.ts';
import { nameMaxCharacters, nameProblem, pictureMaxBytes } from '#domain/account/profile.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { showUser } from '#stores/account/user.ts';
import { atom, type WritableAtom } from 'nanostores';

export type Change =
  | { state: 'unchanged' | 'saving' | 'saved' }
  | { state: 'failed'; problem: Message };

const unchanged: Change = { state: 'unchanged' };

/** Whether the name and the picture that were chosen here are saved. */
export const $nameChange = atom<Change>(unchanged);
export const $pictureChange = atom<Change>(unchanged);

/** Clears the result of the last change, because the name is edited again. */
export function editName(): void {
  $nameChange.set(unchanged);
}

/** Checks and saves the name. */
export async function saveName(name: string): Promise<void> {
  const problem = nameProblem(name);
  if (problem) {
    const values = { most: nameMaxCharacters };
    return $nameChange.set({
      state: 'failed',
      problem: message(`settings.profile.${problem}`, values),
    });
  }
  await save($nameChange, () => call(changeAccount, { body: { name } }));
}

/** Saves the language for mails. A failure is ignored: mails keep the language before. */
export function keepLanguage(language: Language): void {
  call(changeAccount, { body: { language } }).catch(() => undefined);
}

/** Whether a file can become the picture. Shows the problem if not. */
export function acceptsPicture({ type, size }: File): boolean {
  const problem = !/^image\/(?:png|jpeg|webp|gif)$/.test(type)
    ? message('settings.profile.pictureType')
    : size > pictureMaxBytes
      ? message('settings.profile.pictureLarge', { megabytes: pictureMaxBytes / 1_000_000 })
      : undefined;
  $pictureChange.set(problem ? { state: 'failed', problem } : unchanged);
  return problem === undefined;
}

/** Saves a square of a picture. `position`, from 0 to 1, is where the square lies along the longer side. */
export async function savePicture(file: File, position: number): Promise<boolean> {
  const { signal } = new AbortController();
  const query = { position };
  return save($pictureChange, () => upload(putPicture, { query }, file, () => undefined, signal));
}

/** Restores the default picture. */
export async function removePicture(): Promise<void> {
  await save($pictureChange, () => call(deletePicture, {}));
}

async function save(change: WritableAtom<Change>, send: () => Promise<User>): Promise<boolean> {
  if (change.get().state === 'saving') return false;
  change.set({ state: 'saving' });
  try {
    showUser(await send());
    change.set({ state: 'saved' });
    return true;
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    change.set({ state: 'failed', problem: problemOf(error) });
    return false;
  }
}

/** Returns the problem of a failed call. The messages of codes about attachments do not fit a picture. */
function problemOf(error: unknown): Message {
  const isAboutFile = error instanceof CallError && error.code.startsWith('attachment_');
  return isAboutFile ? message('settings.profile.pictureUnreadable') : errorMessage(error);
}
