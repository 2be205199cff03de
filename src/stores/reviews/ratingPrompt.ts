import { call } from '#contract/call.ts';
import { getOwnReview, putReview } from '#contract/reviews/reviews.ts';
import { sessionHint } from '#stores/browser/sessionHint.ts';
import { errorMessage } from '#stores/browser/message.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { atom } from 'nanostores';

/** The question in a chat how the user rates its GPT. */
export type RatingPrompt =
  | { state: 'closed' }
  | { state: 'asking'; gptId: string }
  /** Shown as saved before the server has confirmed it. */
  | { state: 'rated'; gptId: string; rating: number };

export const $ratingPrompt = atom<RatingPrompt>({ state: 'closed' });

/** The stored list of GPTs about which the user was asked is cut to this length. */
const mostStored = 200;

/** The GPT whose chat is open while its user may be asked. */
let offered: string | undefined;

/** Asks for a rating once per GPT, if the user may rate it, has not rated it, and has not left its chat meanwhile. */
export async function offerRating(gptId: string): Promise<void> {
  if (askedAbout().includes(gptId)) return;
  offered = gptId;
  const own = await call(getOwnReview, { params: { id: gptId } }).catch(() => undefined);
  if (!own || offered !== gptId) return;
  store(storageKey(), JSON.stringify([gptId, ...askedAbout()].slice(0, mostStored)));
  if (own.is_allowed && !own.review) $ratingPrompt.set({ state: 'asking', gptId });
}

/** Saves the rating. After a failure, the question is shown again. */
export async function rate(rating: number): Promise<void> {
  const prompt = $ratingPrompt.get();
  if (prompt.state === 'closed') return;
  const { gptId } = prompt;
  const rated: RatingPrompt = { state: 'rated', gptId, rating };
  $ratingPrompt.set(rated);
  try {
    await call(putReview, { params: { id: gptId }, body: { rating } });
  } catch (error) {
    if ($ratingPrompt.get() === rated) $ratingPrompt.set({ state: 'asking', gptId });
    notifyMessage('error', errorMessage(error));
  }
}

/** Closes the question about a GPT whose chat is left. */
export function withdrawRating(gptId: string): void {
  if (offered === gptId) closeRatingPrompt();
}

export function closeRatingPrompt(): void {
  offered = undefined;
  $ratingPrompt.set({ state: 'closed' });
}

function askedAbout(): string[] {
  const stored = readStoredJson(storageKey());
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

function storageKey(): string {
  return `rating-asked:${sessionHint() ?? ''}`;
}
