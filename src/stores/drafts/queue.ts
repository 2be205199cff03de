import type { Attachment } from '#contract/chat/attachments.ts';
import { newId } from '#stores/browser/newId.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** A question that waits until the answer before it has ended. */
export type QueuedQuestion = { id: string; text: string; attachments: readonly Attachment[] };

/** The queue of the open conversation, next question first. */
export const $queue = atom<readonly QueuedQuestion[]>([]);

/** Largest number of questions in a queue. */
export const queuedAtMost = 10;

/** The key of the draft to which the queue belongs. */
let openKey: string | undefined;
let isKept = false;

/** Shows the queue of a draft. */
export function openQueue(key: string): void {
  openKey = key;
  isKept = true;
  $queue.set(readQueue(key));
}

/** Adds a question at the end of the open queue. Returns whether there was room. */
export function enqueue(question: Omit<QueuedQuestion, 'id'>): boolean {
  const queue = $queue.get();
  if (openKey === undefined || queue.length >= queuedAtMost) return false;
  write(openKey, [...queue, { id: newId(), ...question }]);
  return true;
}

/** Puts a question that could not be sent at the beginning of any queue, so that it is not lost. */
export function returnToQueue(key: string, question: Omit<QueuedQuestion, 'id'>): void {
  write(key, [{ id: newId(), ...question }, ...readQueue(key)]);
}

/**
 * Removes a question from the open queue and returns it; `undefined` if another tab has sent or removed it, so that no
 * question is sent twice.
 */
export function takeQueued(id: string): QueuedQuestion | undefined {
  if (openKey === undefined) return undefined;
  const queue = isKept ? readQueue(openKey) : $queue.get();
  write(
    openKey,
    queue.filter((question) => question.id !== id),
  );
  return queue.find((question) => question.id === id);
}

/** Moves a queue to another draft, as `renameDraft` moves the text. */
export function moveQueue(from: string, to: string): void {
  const queue = openKey === from ? $queue.get() : readQueue(from);
  if (openKey === from) openKey = to;
  if (queue.length === 0 || from === to) return;
  write(to, [...readQueue(to), ...queue]);
  store(storageKey(from), undefined);
}

/** Deletes a queue. */
export function deleteQueue(key: string): void {
  write(key, []);
}

function write(key: string, queue: readonly QueuedQuestion[]): void {
  const isStored = store(storageKey(key), queue.length === 0 ? undefined : JSON.stringify(queue));
  if (key !== openKey) return;
  isKept = isStored;
  $queue.set(queue);
}

function readQueue(key: string): readonly QueuedQuestion[] {
  const stored = readStoredJson(storageKey(key));
  return Array.isArray(stored) ? stored.filter(isQueued) : [];
}

function isQueued(value: Partial<QueuedQuestion> | null): value is QueuedQuestion {
  const { id, text, attachments } = value ?? {};
  return typeof id === 'string' && typeof text === 'string' && Array.isArray(attachments);
}

function storageKey(key: string): string {
  return `queue:${key}`;
}
