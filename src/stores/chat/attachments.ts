import { type Attachment, getAttachment } from '#contract/attachments.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { type AttachmentKind, attachmentsPerMessage } from '#domain/attachments.ts';
import { keepAttachments, readKeptAttachments } from '#stores/chat/keptAttachments.ts';
import type { Message } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type { Attachment } from '#contract/attachments.ts';

/** A file of the question that is being written. */
export type DraftAttachment = {
  /** Its name among those of this page. */
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  kind: AttachmentKind;
} &
  /** `sent` goes from 0 to 1; then the server looks at the file. */
  (
    | { state: 'uploading'; sent: number }
    | { state: 'ready'; attachment: Attachment }
    | { state: 'failed'; problem: Message }
  );

/** The files of the draft in the message box, in the order in which they were given. */
export const $attachments = atom<readonly DraftAttachment[]>([]);

/** A file that was not taken, by this page or by the server, and why. */
export type RefusedFile = { name: string; problem: Message };

/** Files that were not taken, until that was read, the question is sent or another draft is open. */
export const $refusedFiles = atom<readonly RefusedFile[]>([]);

/** The draft before the page knows its place. */
const noPlace = '';

let openKey = noPlace;
/** The files of every draft that this page has shown. */
const lists = new Map<string, readonly DraftAttachment[]>();
/** Those of questions that are on their way. */
const leaving = new Map<string, readonly DraftAttachment[]>();
/** Pictures that this page has at hand, by the attachment’s key or id. */
const pictures = new Map<string, string>();
const keptPictures = 40;

/** The files that go with the question: those that have been uploaded. */
export function readyAttachments(): readonly Attachment[] {
  return readyOnes($attachments.get());
}

/** Shows the files of a draft. */
export function openAttachments(draft: string): void {
  const early = lists.get(noPlace) ?? [];
  lists.delete(noPlace);
  if (openKey !== noPlace) $refusedFiles.set([]);
  openKey = draft;
  const own = lists.get(draft) ?? readKeptAttachments(draft).map(toDraftAttachment);
  setList(draft, [...own, ...early].slice(0, attachmentsPerMessage));
}

/** Adds a file to the open draft. Returns whether there was room. */
export function addAttachment(added: DraftAttachment): boolean {
  const list = $attachments.get();
  if (list.length >= attachmentsPerMessage) return false;
  setList(openKey, [...list, added]);
  return true;
}

/** Replaces a file, in whatever draft it is now. Returns whether it is still in one. */
export function changeAttachment(changed: DraftAttachment): boolean {
  return change(changed.key, (item) => (item.key === changed.key ? [changed] : [item]));
}

/** Takes a file out of its draft. */
export function dropAttachment(key: string): void {
  change(key, (item) => (item.key === key ? [] : [item]));
}

/** Empties the box, since its files are being sent; they stay kept until `forgetAttachments`. */
export function emptyAttachments(draft: string): void {
  leaving.set(draft, lists.get(draft) ?? []);
  lists.set(draft, []);
  if (draft !== openKey) return;
  $attachments.set([]);
  $refusedFiles.set([]);
}

/** Forgets files that have arrived with their question; what was added since stays. */
export function forgetAttachments(draft: string): void {
  leaving.delete(draft);
  setList(draft, lists.get(draft) ?? []);
}

/** Puts the files of a question that was not sent back, unless others stand there. */
export function restoreAttachments(draft: string): void {
  const list = lists.get(draft) ?? [];
  if (list.length === 0) setList(draft, leaving.get(draft) ?? []);
  leaving.delete(draft);
}

/** Puts the files of a question on the screen back into the box. */
export function takeBackAttachments(attachments: readonly Attachment[]): void {
  if ($attachments.get().length > 0) return;
  setList(openKey, attachments.map(toDraftAttachment));
}

/** The files go on to another draft, as their text does. */
export function moveAttachments(from: string, to: string): void {
  const list = lists.get(from) ?? [];
  openKey = to;
  setList(from, []);
  setList(
    to,
    list.length > 0 ? list : (lists.get(to) ?? readKeptAttachments(to).map(toDraftAttachment)),
  );
}

/** Where an attachment’s content is. */
export function attachmentUrl(id: string): string {
  return endpointUrl(getAttachment, { params: { id } });
}

/** Where a picture is shown from: this page’s own copy, where there is one. */
export function pictureUrl(item: { key: string } | { id: string }): string | undefined {
  if ('id' in item) return pictures.get(item.id) ?? attachmentUrl(item.id);
  return pictures.get(item.key);
}

/** Keeps a picture at hand for as long as the page lives, or until many others came. */
export function keepPicture(name: string, url: string): void {
  pictures.set(name, url);
  const [oldest] = pictures;
  if (oldest === undefined || pictures.size <= keptPictures) return;
  pictures.delete(oldest[0]);
  if (![...pictures.values()].includes(oldest[1])) URL.revokeObjectURL(oldest[1]);
}

function change(key: string, replace: (item: DraftAttachment) => DraftAttachment[]): boolean {
  for (const [draft, list] of lists) {
    if (!list.some((item) => item.key === key)) continue;
    setList(draft, list.flatMap(replace));
    return true;
  }
  return false;
}

function setList(draft: string, list: readonly DraftAttachment[]): void {
  lists.set(draft, list);
  if (draft === openKey) $attachments.set(list);
  if (draft !== noPlace) keepAttachments(draft, readyOnes(list));
}

function readyOnes(list: readonly DraftAttachment[]): Attachment[] {
  return list.flatMap((item) => (item.state === 'ready' ? [item.attachment] : []));
}

function toDraftAttachment(attachment: Attachment): DraftAttachment {
  const { id, name, size, kind } = attachment;
  return { key: id, name, size, kind, state: 'ready', attachment };
}
