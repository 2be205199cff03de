import { deleteAttachment, uploadAttachment } from '#contract/chat/attachments.ts';
import { CallError, call } from '#contract/call.ts';
import { upload } from '#contract/upload.ts';
import { attachmentNameMaxCharacters, attachmentsPerMessage } from '#domain/chat/attachments.ts';
import {
  $attachments,
  $refusedFiles,
  type DraftAttachment,
  addAttachment,
  changeAttachment,
  dropAttachment,
  keepPicture,
  pictureUrl,
  refuse,
  refuseTooMany,
} from '#stores/drafts/attachments.ts';
import { checkFile } from '#stores/drafts/fileKind.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';

/** Uploads by the key of their attachment, for retries and to cancel them. */
const running = new Map<string, { file: File; abort: AbortController }>();

/**
 * Attaches files to the open draft: checks each and uploads it at once. Files that cannot be attached are shown with the
 * reason.
 */
export async function attachFiles(files: readonly File[]): Promise<void> {
  $refusedFiles.set([]);
  for (const [index, file] of files.entries()) {
    if ($attachments.get().length >= attachmentsPerMessage)
      return refuseTooMany(files.slice(index));
    const check = await checkFile(file);
    if ('problem' in check) refuse({ name: file.name, problem: check.problem });
    else begin(file, check.kind);
  }
}

/** Retries a failed upload. */
export function retryUpload(item: DraftAttachment): void {
  const known = running.get(item.key);
  if (!known) return;
  changeAttachment(uploading(item));
  void send(item, known.file);
}

/** Removes a file from the draft: cancels its upload, or deletes it at the server. */
export function removeAttachment(item: DraftAttachment): void {
  running.get(item.key)?.abort.abort();
  running.delete(item.key);
  dropAttachment(item.key);
  if (item.state !== 'ready') return;
  // A failure does not matter, because the server deletes files without a question within a day.
  call(deleteAttachment, { params: { id: item.attachment.id } }).catch(() => undefined);
}

/** Hides the refused files. */
export function forgetRefusals(): void {
  $refusedFiles.set([]);
}

function begin(file: File, kind: DraftAttachment['kind']): void {
  const { name, size } = file;
  const item = uploading({ key: newId(), name, size, kind });
  if (kind === 'image') keepPicture(item.key, URL.createObjectURL(file));
  if (addAttachment(item)) void send(item, file);
  // Other files may have come meanwhile.
  else refuseTooMany([file]);
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
    if (isAboutFile(error)) {
      refuse({ name, problem: errorMessage(error) });
      return dropAttachment(key);
    }
    changeAttachment({ ...base, state: 'failed', problem: errorMessage(error) });
  }
}

function uploading({ key, name, size, kind }: Omit<DraftAttachment, 'state'>): DraftAttachment {
  return { key, name, size, kind, state: 'uploading', sent: 0 };
}

/** Whether the file itself was refused, so that a retry cannot help. */
function isAboutFile(error: unknown): boolean {
  return error instanceof CallError && /^(attachment_|too_large$)/.test(error.code);
}

/** Shortens a long name in the middle, because its end has the file type. */
function sentName(name: string): string {
  const characters = [...(name.trim() || 'file')];
  if (characters.length <= attachmentNameMaxCharacters) return characters.join('');
  const start = characters.slice(0, attachmentNameMaxCharacters - 41);
  return [...start, '…', ...characters.slice(-40)].join('');
}
