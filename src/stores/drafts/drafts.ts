import { questionMaxCharacters } from '#domain/chat/chat.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import {
  emptyAttachments,
  forgetAttachments,
  moveAttachments,
  openAttachments,
  restoreAttachments,
} from '#stores/drafts/attachments.ts';
import { readStored, readStoredJson, store } from '#stores/browser/storage.ts';
import { hasSignedOut } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** The text in the message box and the key of its draft; `undefined` before the page knows its conversation. */
export const $draft = atom<{ key: string | undefined; text: string }>({ key: undefined, text: '' });

/** Number of stored drafts. With the longest texts they take less than half of the five million characters of a storage. */
const keptDrafts = 20;
const indexKey = 'drafts';
const debounceMilliseconds = 300;

/** The text that is not stored yet. */
let waiting: { key: string; text: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

globalThis.addEventListener?.('pagehide', writeWaiting);

/** Returns the key of the draft of a conversation, or of a new one with a model or GPT. */
export function draftKey(target: ChatTarget, conversationId: string | undefined): string {
  if (conversationId !== undefined) return conversationId;
  return `${target.group}/${target.group === 'g' ? target.gpt : target.model}`;
}

/**
 * Shows a draft: the text that was typed before the page knew its conversation, else `filledIn`, the text of the address,
 * else the stored draft.
 */
export function openDraft(key: string, filledIn: string | undefined): void {
  const current = $draft.get();
  if (current.key === key) return;
  openAttachments(key);
  if (current.key === undefined && current.text !== '') {
    $draft.set({ key, text: current.text });
    return writeSoon(key, current.text);
  }
  writeWaiting();
  $draft.set({ key, text: filledIn ?? readStored(storageKey(key)) ?? '' });
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

/** Restores the draft of a question that could not be sent. It is shown if its conversation is open and the box empty. */
export function saveDraft(key: string, text: string): void {
  const current = $draft.get();
  if (current.key === key && current.text !== '') return;
  restoreAttachments(key);
  writeNow(key, text);
  if (current.key === key) $draft.set({ key, text });
}

/** Moves the open draft to another key, when a new conversation gets its id or another model is chosen. */
export function renameDraft(from: string, to: string): void {
  const current = $draft.get();
  if (from === to || current.key !== from) return;
  writeNow(from, '');
  moveAttachments(from, to);
  $draft.set({ key: to, text: current.text });
  if (current.text !== '') writeSoon(to, current.text);
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
  const kept = text !== '' && text.length <= questionMaxCharacters;
  store(storageKey(key), kept ? text : undefined);
  const others = readIndex().filter((other) => other !== key);
  const index = kept ? [key, ...others] : others;
  for (const forgotten of index.splice(keptDrafts)) store(storageKey(forgotten), undefined);
  store(indexKey, index.length > 0 ? JSON.stringify(index) : undefined);
}

function readIndex(): string[] {
  const index = readStoredJson(indexKey);
  return Array.isArray(index) ? index.filter((key) => typeof key === 'string') : [];
}

function storageKey(key: string): string {
  return `draft:${key}`;
}
