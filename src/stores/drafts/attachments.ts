import { type Attachment, getAttachment } from '#contract/chat/attachments.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { type AttachmentKind, attachmentsPerMessage } from '#domain/chat/attachments.ts';
import { keepAttachments, readKeptAttachments } from '#stores/drafts/keptAttachments.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { notify } from '#stores/browser/toasts.ts';
import { atom } from 'nanostores';

export type { Attachment } from '#contract/chat/attachments.ts';

/** A file of a draft. */
export type DraftAttachment = {
  /** Unique in this page. */
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  kind: AttachmentKind;
} &
  /** `sent` is the uploaded part, from 0 to 1. At 1 the server checks the file. */
  (
    | { state: 'uploading'; sent: number }
    | { state: 'ready'; attachment: Attachment }
    | { state: 'failed'; problem: Message }
  );

/** The files of the draft in the message box, in the order in which they were added. */
export const $attachments = atom<readonly DraftAttachment[]>([]);

/** A file that this page or the server refused, and how many `others` were refused with it. */
export type RefusedFile = { name: string; others?: number; problem: Message };

/** Cleared when dismissed, when the question is sent, and with each draft. */
export const $refusedFiles = atom<readonly RefusedFile[]>([]);

/** Refused files that are shown at a time. */
const shownRefusals = 5;

/** The key of the draft before the page knows its conversation. */
const unknownDraft = '';

let openKey = unknownDraft;
/** The files of every draft that this page has shown, by the key of the draft. */
const lists = new Map<string, readonly DraftAttachment[]>();
/** The files of questions that are being sent, by the key of their draft. */
const sending = new Map<string, readonly DraftAttachment[]>();
/** Object URLs of pictures that were chosen in this page, by the attachment's key or id. */
const pictures = new Map<string, string>();
const keptPictures = 40;

/** Returns the files that are sent with the question: those that are uploaded. */
export function readyAttachments(): readonly Attachment[] {
  return uploaded($attachments.get());
}

/** Shows the files of a draft. */
export function openAttachments(draft: string): void {
  const early = lists.get(unknownDraft) ?? [];
  lists.delete(unknownDraft);
  if (openKey !== unknownDraft) $refusedFiles.set([]);
  openKey = draft;
  const own = lists.get(draft) ?? readKeptAttachments(draft).map(toDraftAttachment);
  const all = [...own, ...early];
  setList(draft, all.slice(0, attachmentsPerMessage));
  refuseTooMany(all.slice(attachmentsPerMessage));
}

/** Adds a file to the open draft. Returns whether there was room. */
export function addAttachment(added: DraftAttachment): boolean {
  const list = $attachments.get();
  if (list.length >= attachmentsPerMessage) return false;
  setList(openKey, [...list, added]);
  return true;
}

/** Shows that these files do not fit, in one entry, because many would push the message box off a phone. */
export function refuseTooMany([first, ...rest]: readonly { name: string }[]): void {
  if (!first) return;
  const problem = message('composer.refused.tooMany', { most: attachmentsPerMessage });
  refuse({ name: first.name, others: rest.length, problem });
}

/** Shows why a file was not taken. Where there are too many, two with the same reason join. */
export function refuse(refused: RefusedFile): void {
  const entries = [...$refusedFiles.get(), refused];
  const isFull = entries.length > shownRefusals;
  $refusedFiles.set((isFull ? joinTwo(entries) : entries).slice(-shownRefusals));
}

function joinTwo(entries: readonly RefusedFile[]): readonly RefusedFile[] {
  const reasons = entries.map(({ problem }) => JSON.stringify(problem));
  const joined = reasons.findIndex((reason, at) => reasons.indexOf(reason) < at);
  return entries.flatMap((entry, at) => {
    if (at === joined) return [];
    if (reasons[at] !== reasons[joined] || at > joined) return [entry];
    const { others = 0 } = entry;
    return [{ ...entry, others: others + 1 + (entries[joined]?.others ?? 0) }];
  });
}

/** Replaces the file with the same key in any draft. Returns whether a draft still has it. */
export function changeAttachment(changed: DraftAttachment): boolean {
  return change(changed.key, (item) => (item.key === changed.key ? [changed] : [item]));
}

/** Removes a file from its draft. */
export function dropAttachment(key: string): void {
  change(key, (item) => (item.key === key ? [] : [item]));
}

/** Empties the message box while its files are sent. They stay stored until `forgetAttachments`. */
export function emptyAttachments(draft: string): void {
  sending.set(draft, lists.get(draft) ?? []);
  lists.set(draft, []);
  if (draft !== openKey) return;
  $attachments.set([]);
  $refusedFiles.set([]);
}

/** Forgets the sent files, after their question has arrived. Files that were added since then stay. */
export function forgetAttachments(draft: string): void {
  sending.delete(draft);
  setList(draft, lists.get(draft) ?? []);
}

/**
 * Puts the files of a question that could not be sent back into its draft, also those of a question that did not come from
 * the message box. Returns false if the draft has other files meanwhile.
 */
export function restoreAttachments(draft: string, attachments: readonly Attachment[]): boolean {
  const list = lists.get(draft) ?? readKeptAttachments(draft).map(toDraftAttachment);
  if (attachments.length > 0 && list.length > 0 && !isSame(uploaded(list), attachments)) {
    return false;
  }
  // The items of the message box know the pictures that were chosen in this page.
  const items = new Map((sending.get(draft) ?? []).map((item) => [idOf(item), item]));
  sending.delete(draft);
  if (list.length === 0) {
    setList(
      draft,
      attachments.map((sent) => items.get(sent.id) ?? toDraftAttachment(sent)),
    );
  }
  return true;
}

/** Whether `putBackAttachments` has room for all of these files. Shows the limit if it has not. */
export function checkRoomFor(attachments: readonly Attachment[]): boolean {
  const hasRoom = addBefore(attachments).length <= attachmentsPerMessage;
  if (!hasRoom) notify('error', 'composer.files.full', { most: attachmentsPerMessage });
  return hasRoom;
}

/** Puts the files of an unsent or queued question into the message box, before the files there. */
export function putBackAttachments(attachments: readonly Attachment[]): void {
  setList(openKey, addBefore(attachments));
}

/** Moves the files to another draft, as `renameDraft` moves the text. */
export function moveAttachments(from: string, to: string): void {
  const list = lists.get(from) ?? [];
  openKey = to;
  setList(from, []);
  setList(
    to,
    list.length > 0 ? list : (lists.get(to) ?? readKeptAttachments(to).map(toDraftAttachment)),
  );
}

/** Deletes the files of a draft. */
export function deleteAttachments(draft: string): void {
  sending.delete(draft);
  setList(draft, []);
}

/** Moves the stored files of a draft whose tab has been closed to the open draft, unless it has others. */
export function adoptAttachments(from: string, to: string): void {
  const list = readKeptAttachments(from).map(toDraftAttachment);
  keepAttachments(from, []);
  if (to === openKey && $attachments.get().length === 0) setList(to, list);
}

/** Returns the address of an attachment's content. */
export function attachmentUrl(id: string): string {
  return endpointUrl(getAttachment, { params: { id } });
}

/** Returns the address of a picture: this page's own copy, if there is one. */
export function pictureUrl(item: { key: string } | { id: string }): string | undefined {
  if ('id' in item) return pictures.get(item.id) ?? attachmentUrl(item.id);
  return pictures.get(item.key);
}

/** Keeps the object URL of a picture, by its attachment's key or id. Revokes the oldest one beyond `keptPictures`. */
export function keepPicture(id: string, url: string): void {
  pictures.set(id, url);
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

/** Returns the files of the message box after these others, each file once. */
function addBefore(attachments: readonly Attachment[]): readonly DraftAttachment[] {
  const list = $attachments.get();
  const ids = new Set(list.map(idOf));
  return [...attachments.filter(({ id }) => !ids.has(id)).map(toDraftAttachment), ...list];
}

function setList(draft: string, list: readonly DraftAttachment[]): void {
  lists.set(draft, list);
  if (draft === openKey) $attachments.set(list);
  if (draft !== unknownDraft) keepAttachments(draft, uploaded(list));
}

function uploaded(list: readonly DraftAttachment[]): Attachment[] {
  return list.flatMap((item) => (item.state === 'ready' ? [item.attachment] : []));
}

function idOf(item: DraftAttachment): string | undefined {
  return item.state === 'ready' ? item.attachment.id : undefined;
}

function isSame(some: readonly Attachment[], others: readonly Attachment[]): boolean {
  return some.length === others.length && some.every(({ id }, place) => id === others[place]?.id);
}

function toDraftAttachment(attachment: Attachment): DraftAttachment {
  const { id, name, size, kind } = attachment;
  return { key: id, name, size, kind, state: 'ready', attachment };
}
