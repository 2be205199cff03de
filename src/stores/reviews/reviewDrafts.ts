import { highestRating, lowestRating } from '#domain/reviews/reviews.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';

/** A review that is not saved yet; `rating` 0 means no star. */
export type ReviewDraft = { rating: number; text: string };

const key = 'review-drafts';
const keptDrafts = 20;
const keptCharacters = 20_000;

/** Returns the stored draft about a GPT, if there is one. */
export function readReviewDraft(gptId: string): ReviewDraft | undefined {
  return readDrafts().find(([id]) => id === gptId)?.[1];
}

/** Stores a draft, and deletes the oldest ones beyond `keptDrafts`; `undefined` deletes the draft. */
export function keepReviewDraft(gptId: string, draft: ReviewDraft | undefined): void {
  const others = readDrafts().filter(([id]) => id !== gptId);
  const isKept = draft && draft.text.length <= keptCharacters;
  const drafts = isKept ? [[gptId, draft] as const, ...others] : others;
  const kept = drafts.slice(0, keptDrafts);
  store(key, kept.length > 0 ? JSON.stringify(kept) : undefined);
}

/** Returns the problem of a text that is longer than `most` characters. */
export function tooLong(text: string, most: number): Message | undefined {
  const count = text.trim().length - most;
  return count > 0 ? message('reviews.own.tooLong', { count }) : undefined;
}

function readDrafts(): (readonly [id: string, draft: ReviewDraft])[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is [string, ReviewDraft] {
  if (!Array.isArray(entry)) return false;
  const [id, draft] = entry as [unknown, Partial<ReviewDraft> | null];
  if (typeof id !== 'string' || typeof draft?.text !== 'string') return false;
  const { rating } = draft;
  const isRating =
    rating === 0 || (Number(rating) >= lowestRating && Number(rating) <= highestRating);
  return Number.isInteger(rating) && isRating;
}
