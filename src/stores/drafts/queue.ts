import type { Attachment } from '#contract/chat/attachments.ts';
import { areaOf } from '#stores/drafts/draftTabs.ts';
import { newId } from '#stores/browser/newId.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** A question that waits until the answer before it has ended. */
export type QueuedQuestion = { id: string; text: string; attachments: readonly Attachment[] };

/** The queue of the open conversation, next question first. */
export const $queue = atom<readonly QueuedQuestion[]>([]);

/** Largest number of questions in a queue. */
export const queuedAtMost = 10;

/** The beginning of the names of stored queues. */
export const queuePrefix = 'queue:';

/** Whether the open queue would be lost with the page: the storage is full or forbidden. */
export const $isQueueUnkept = atom(false);

/** The key of the draft to which the queue belongs. */
let openKey: string | undefined;
/** Ids of the questions that follow by themselves. Any other one waits until the user sends it. */
const following = new Set<string>();
/** Queues that could not be stored, by the key of their draft. */
const unkept = new Map<string, readonly QueuedQuestion[]>();

/** Shows the queue of a draft. */
export function openQueue(key: string): void {
  openKey = key;
  show(key);
}

/** Adds a question at the end of the open queue. Returns whether there was room. */
export function enqueue(question: Omit<QueuedQuestion, 'id'>): boolean {
  if (openKey === undefined) return false;
  const queue = readQueue(openKey);
  if (queue.length >= queuedAtMost) return false;
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
  const queue = readQueue(openKey);
  write(
    openKey,
    queue.filter((question) => question.id !== id),
  );
  return queue.find((question) => question.id === id);
}

/** Moves a queue to another draft, as `renameDraft` moves the text. */
export function moveQueue(from: string, to: string): void {
  const queue = readQueue(from);
  if (openKey === from) openKey = to;
  if (queue.length === 0 || from === to) return;
  write(from, []);
  write(to, [...readQueue(to), ...queue]);
}

/** From now on, the questions of the open queue follow by themselves. */
export function followQueue(): void {
  for (const { id } of $queue.get()) following.add(id);
}

/**
 * From now on, all questions wait for the user. They keep their ids: when two tabs show the same ones, the server asks each
 * once.
 */
export function pauseQueue(): void {
  following.clear();
}

export function isFollowing({ id }: QueuedQuestion): boolean {
  return following.has(id);
}

/** Deletes a queue. */
export function deleteQueue(key: string): void {
  write(key, []);
}

function write(key: string, queue: readonly QueuedQuestion[]): void {
  const value = queue.length === 0 ? undefined : JSON.stringify(queue);
  const isStored = store(storageKey(key), value, areaOf(key));
  if (isStored || queue.length === 0) unkept.delete(key);
  else unkept.set(key, queue);
  if (key === openKey) show(key);
}

function show(key: string): void {
  $isQueueUnkept.set(unkept.has(key));
  $queue.set(readQueue(key));
}

function readQueue(key: string): readonly QueuedQuestion[] {
  const stored = unkept.get(key) ?? readStoredJson(storageKey(key), areaOf(key));
  return Array.isArray(stored) ? stored.filter(isQueued) : [];
}

function isQueued(value: Partial<QueuedQuestion> | null): value is QueuedQuestion {
  const { id, text, attachments } = value ?? {};
  return typeof id === 'string' && typeof text === 'string' && Array.isArray(attachments);
}

function storageKey(key: string): string {
  return queuePrefix + key;
}
