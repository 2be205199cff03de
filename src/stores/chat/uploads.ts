import { deleteAttachment, uploadAttachment } from '#contract/attachments.ts';
import { CallError, call } from '#contract/call.ts';
import { upload } from '#contract/upload.ts';
import { attachmentNameMaxCharacters, attachmentsPerMessage } from '#domain/attachments.ts';
import {
  $attachments,
  $refusedFiles,
  type DraftAttachment,
  addAttachment,
  changeAttachment,
  dropAttachment,
  keepPicture,
  pictureUrl,
} from '#stores/chat/attachments.ts';
import { checkFile } from '#stores/chat/fileKind.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';

/** The file and the call of an upload, to try again and to cancel. */
const running = new Map<string, { file: File; abort: AbortController }>();

/** Refusals that are shown at once. */
const shownRefusals = 5;

/**
 * Attaches files to the open draft: each is checked, and uploaded at once. Files that cannot be attached are shown with
 * the reason.
 */
export async function attachFiles(files: readonly File[]): Promise<void> {
  $refusedFiles.set([]);
  for (const [place, file] of files.entries()) {
    if ($attachments.get().length >= attachmentsPerMessage) return refuseRest(files.slice(place));
    const checked = await checkFile(file);
    if ('problem' in checked) refuse(file.name, checked.problem);
    else begin(file, checked.kind);
  }
}

/** Uploads a file once more that did not arrive. */
export function retryUpload(item: DraftAttachment): void {
  const known = running.get(item.key);
  if (!known) return;
  changeAttachment(begun(item));
  void send(item, known.file);
}

/** Takes a file out of the draft: its upload is cancelled, or it is deleted at the server. */
export function removeAttachment(item: DraftAttachment): void {
  running.get(item.key)?.abort.abort();
  running.delete(item.key);
  dropAttachment(item.key);
  if (item.state !== 'ready') return;
  // The server deletes files without a question within a day.
  call(deleteAttachment, { params: { id: item.attachment.id } }).catch(() => undefined);
}

/** The refusals have been read. */
export function forgetRefusals(): void {
  $refusedFiles.set([]);
}

function begin(file: File, kind: DraftAttachment['kind']): void {
  const { name, size } = file;
  const item = begun({ key: newId(), name, size, kind });
  if (kind === 'image') keepPicture(item.key, URL.createObjectURL(file));
  if (addAttachment(item)) void send(item, file);
}

async function send({ key, name, size, kind }: DraftAttachment, file: File): Promise<void> {
  const abort = new AbortController();
  running.set(key, { file, abort });
  const base = { key, name, size, kind };
  const onSent = (sent: number): void => {
    if (running.get(key)?.abort === abort) changeAttachment({ ...base, state: 'uploading', sent });
  };
  try {
    const values = { query: { name: sentName(name) } };
    const attachment = await upload(uploadAttachment, values, file, onSent, abort.signal);
    const picture = pictureUrl({ key });
    if (picture !== undefined) keepPicture(attachment.id, picture);
    const shown = { key, name: attachment.name, size: attachment.size, kind: attachment.kind };
    running.delete(key);
    changeAttachment({ ...shown, state: 'ready', attachment });
  } catch (error) {
    if (abort.signal.aborted) return;
    if (isSignedOut(error)) return goToLogin();
    if (isOfFile(error)) {
      refuse(name, errorMessage(error));
      return dropAttachment(key);
    }
    changeAttachment({ ...base, state: 'failed', problem: errorMessage(error) });
  }
}

function begun({ key, name, size, kind }: Omit<DraftAttachment, 'state'>): DraftAttachment {
  return { key, name, size, kind, state: 'uploading', sent: 0 };
}

/** Whether the file itself is the trouble, so that trying again would change nothing. */
function isOfFile(error: unknown): boolean {
  return error instanceof CallError && /^(attachment_|too_large$)/.test(error.code);
}

function refuse(name: string, problem: Message): void {
  $refusedFiles.set([...$refusedFiles.get(), { name, problem }].slice(-shownRefusals));
}

function refuseRest(files: readonly File[]): void {
  const problem = message('composer.refused.tooMany', { most: attachmentsPerMessage });
  for (const { name } of files) refuse(name, problem);
}

/** The end of a long name says what the file is: its middle is left out. */
function sentName(name: string): string {
  const characters = [...(name.trim() || 'file')];
  if (characters.length <= attachmentNameMaxCharacters) return characters.join('');
  const start = characters.slice(0, attachmentNameMaxCharacters - 41);
  return [...start, '…', ...characters.slice(-40)].join('');
}
