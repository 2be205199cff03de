import type { Attachment } from '#contract/chat/attachments.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import {
  $attachments,
  adoptAttachments,
  deleteAttachments,
  emptyAttachments,
  forgetAttachments,
  moveAttachments,
  openAttachments,
  restoreAttachments,
} from '#stores/drafts/attachments.ts';
import {
  areaOf,
  chatOf,
  draftInTab,
  findLeftDraft,
  isTemporaryKey,
  ordinaryKey,
  storedDrafts,
  temporaryKey,
} from '#stores/drafts/draftTabs.ts';
import { $queue, deleteQueue, moveQueue, openQueue, pauseQueue } from '#stores/drafts/queue.ts';
import { readStored, readStoredJson, store } from '#stores/browser/storage.ts';
import { hasSignedOut } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** The text in the message box and the key of its draft; `undefined` before the page knows its conversation. */
export const $draft = atom<{ key: string | undefined; text: string }>({ key: undefined, text: '' });

/** Whether the text in the message box would be lost with the page: too long, or the storage is full or forbidden. */
export const $isDraftUnkept = atom(false);

/** Number of stored drafts. With the longest texts they take less than half of the five million characters of a storage. */
const keptDrafts = 20;
const indexKey = 'drafts';
/** The beginning of the names of stored texts. */
const draftPrefix = 'draft:';
/** The last text of an address that was filled in. Forgotten like drafts, by its name. */
const filledKey = 'draft:address';
const debounceMilliseconds = 300;

/** The text that is not stored yet. */
let waiting: { key: string; text: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

globalThis.addEventListener?.('pagehide', writeWaiting);

// Who follows a link again gets its text again.
if (navigationType() === 'navigate') store(filledKey, undefined, 'sessionStorage');

/**
 * Returns the key of the draft of a conversation, or of this tab’s new one with a model or GPT. The text is stored apart for
 * each tab, also of a conversation; files and queue of a conversation belong to all tabs. Those of a temporary one end with
 * the tab.
 */
export function draftKey(
  target: ChatTarget,
  conversationId: string | undefined,
  isTemporary = false,
): string {
  const chat = `${target.group}/${target.group === 'g' ? target.gpt : target.model}`;
  const key = conversationId ?? draftInTab(chat);
  return isTemporary ? temporaryKey(key) : key;
}

/**
 * Shows a draft: the text that was typed before the page knew its conversation, else `filledIn`, the text of the address,
 * else the stored draft.
 */
export function openDraft(key: string, filledIn: string | undefined): void {
  const current = $draft.get();
  if (current.key === key) return;
  // Names the tab before others learn the key: `watchKeptQuestions` then takes the name out of the storage of the tab.
  draftInTab(key);
  openAttachments(key);
  openQueue(key);
  const early = takeEarly(key);
  const wasFilledIn = isFilledIn(key, filledIn);
  if (current.key === undefined && current.text !== '') {
    $draft.set({ key, text: current.text });
    return writeSoon(key, current.text);
  }
  writeWaiting();
  $isDraftUnkept.set(false);
  const kept = readText(key);
  const text = (wasFilledIn ? kept : undefined) ?? filledIn ?? kept ?? early ?? '';
  $draft.set({ key, text });
  if (text === '') void adoptDraft(key);
  else if (text === early) writeNow(key, text);
}

/** Whether this tab filled in the same text before, as before a reload or a step back: the user may have changed it since. */
function isFilledIn(key: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  const filling = `${key} ${text}`;
  const isSame = readStored(filledKey, 'sessionStorage') === filling;
  store(filledKey, filling, 'sessionStorage');
  return isSame;
}

/** Whether the message box has the text of an address, unchanged. */
export function hasFilledText(): boolean {
  const { key = '', text } = $draft.get();
  return readStored(filledKey, 'sessionStorage') === `${key} ${text}`;
}

function navigationType(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type;
}

/**
 * Returns and removes the text of a question that was sent before this code was loaded, and did not arrive. Earlier versions
 * stored the text of a conversation under the same name.
 */
function takeEarly(key: string): string | undefined {
  const chat = draftPrefix + ordinaryKey(chatOf(key));
  const text = readStored(chat);
  store(chat, undefined);
  return text;
}

/** Moves a draft of the same chat into the empty message box, if the tab that wrote it has been closed. */
async function adoptDraft(key: string): Promise<void> {
  const left = await findLeftDraft(draftInTab(key), draftPrefix);
  const { key: openKey, text } = $draft.get();
  if (left === undefined || openKey !== key || text !== '') return;
  $draft.set({ key, text: readText(left) ?? '' });
  writeNow(key, $draft.get().text);
  writeNow(left, '');
  adoptAttachments(left, key);
}

/** Sets the text of the message box and stores it soon. */
export function editDraft(text: string): void {
  const { key } = $draft.get();
  $draft.set({ key, text });
  if (key !== undefined) writeSoon(key, text);
}

/** Empties the message box while it is sent. Text and files stay stored until `forgetDraft`. */
export function emptyDraft(): void {
  const { key, text } = $draft.get();
  if (key !== undefined) {
    writeNow(key, text);
    emptyAttachments(key);
  }
  $draft.set({ key, text: '' });
}

/** Forgets a draft that has arrived, unless its message box has a new text. */
export function forgetDraft(key: string): void {
  const { key: openKey, text } = $draft.get();
  if (openKey !== key || text === '') writeNow(key, '');
  forgetAttachments(key);
}

/** Deletes stored texts, files and queue of a conversation that is deleted for good. */
export function deleteDraft(key: string): void {
  writeNow(key, '');
  for (const other of storedDrafts(key, draftPrefix)) write(other, '');
  store(draftPrefix + key, undefined);
  deleteAttachments(key);
  deleteQueue(key);
}

/**
 * Restores the draft of a question that could not be sent, with its files. It is shown if its conversation is open. Returns
 * false if the user has written another text there meanwhile, or attached other files.
 */
export function saveDraft(
  key: string,
  { text, attachments }: { text: string; attachments: readonly Attachment[] },
): boolean {
  const current = $draft.get();
  const other = current.key === key ? current.text : readText(key);
  if (other && other.trim() !== text.trim()) return false;
  if (!restoreAttachments(key, attachments)) return false;
  writeNow(key, text);
  if (current.key === key) $draft.set({ key, text });
  return true;
}

/**
 * Moves the open draft to another key, when a new conversation gets its id or another model is chosen. Without a text, the
 * one that is stored there is shown.
 */
export function renameDraft(from: string, to: string): void {
  const current = $draft.get();
  if (from === to || current.key !== from) return;
  writeNow(from, '');
  moveAttachments(from, to);
  moveQueue(from, to);
  const text = current.text === '' ? (readText(to) ?? '') : current.text;
  $draft.set({ key: to, text });
  if (current.text !== '') writeSoon(to, text);
}

/**
 * Moves text, files and queue of an open conversation that was deleted elsewhere to a new chat, before the text there. The
 * queue waits for the user there. Does nothing if there are none.
 */
export function moveDraftToNewChat(conversationId: string, target: ChatTarget): void {
  const { key, text } = $draft.get();
  const isEmpty =
    text.trim() === '' && $attachments.get().length === 0 && $queue.get().length === 0;
  if (key !== conversationId || isEmpty) return;
  const to = draftKey(target, undefined);
  const other = readText(to) ?? '';
  renameDraft(key, to);
  pauseQueue();
  if (text.trim() !== '' && other.trim() !== '') editDraft(`${text}\n\n${other}`);
}

/** Moves the draft of a new chat that becomes temporary, or no longer is. */
export function moveDraftOfTab(isTemporary: boolean): void {
  const { key } = $draft.get();
  if (key === undefined) return;
  const ordinary = ordinaryKey(key);
  renameDraft(key, isTemporary ? temporaryKey(ordinary) : ordinary);
}

function writeSoon(key: string, text: string): void {
  if (waiting && waiting.key !== key) writeWaiting();
  waiting = { key, text };
  clearTimeout(timer);
  timer = setTimeout(writeWaiting, debounceMilliseconds);
}

function writeNow(key: string, text: string): void {
  if (waiting?.key === key) waiting = undefined;
  write(key, text);
}

function writeWaiting(): void {
  clearTimeout(timer);
  if (waiting && !hasSignedOut()) write(waiting.key, waiting.text);
  waiting = undefined;
}

function write(key: string, text: string): void {
  const isKept = text !== '' && text.length <= questionMaxCharacters;
  const kept = isKept ? text : undefined;
  // Other drafts make room in their own storage only.
  const isStored = isTemporaryKey(key)
    ? store(storageKey(key), kept, areaOf(key))
    : storeListed(draftInTab(key), kept);
  if ($draft.get().key === key) $isDraftUnkept.set(text !== '' && !(isKept && isStored));
}

/** Stores a draft that outlives its tab, first in the list of drafts. Returns false if there is no room. */
function storeListed(own: string, text: string | undefined): boolean {
  const others = readIndex().filter((other) => other !== own);
  let isStored = store(draftPrefix + own, text);
  // Where storage is full, the oldest drafts make room.
  while (!isStored && text !== undefined && others.length > 0) {
    store(draftPrefix + (others.pop() ?? ''), undefined);
    isStored = store(draftPrefix + own, text);
  }
  const index = isStored && text !== undefined ? [own, ...others] : others;
  for (const forgotten of index.splice(keptDrafts)) store(draftPrefix + forgotten, undefined);
  store(indexKey, index.length > 0 ? JSON.stringify(index) : undefined);
  return isStored;
}

function readIndex(): string[] {
  const index = readStoredJson(indexKey);
  return Array.isArray(index) ? index.filter((key) => typeof key === 'string') : [];
}

function readText(key: string): string | undefined {
  return readStored(storageKey(key), areaOf(key));
}

function storageKey(key: string): string {
  return draftPrefix + draftInTab(key);
}
