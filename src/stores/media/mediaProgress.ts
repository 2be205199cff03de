import type { AnswerEvent } from '#contract/chat.ts';
import { atom } from 'nanostores';

export type MediaProgress = Extract<AnswerEvent, { type: 'progress' }>;

/** How the picture, piece of music or video stands that is being made for the open conversation. */
export const $mediaProgress = atom<MediaProgress | undefined>(undefined);

/** The most that is shown before the end: only the server knows when it is done. */
const mostBeforeEnd = 95;

/** Whole seconds since its provider was asked; `undefined` while it waits for its turn. */
export function elapsedSeconds({ started }: MediaProgress, now: number): number | undefined {
  if (started === null) return undefined;
  return Math.max(0, Math.floor((now - Date.parse(started)) / 1_000));
}

/** From 0 to 100: what the provider says, else the part of the expected time that has passed. */
export function percentOf(progress: MediaProgress, now: number): number {
  if (progress.percent !== null) return Math.min(100, Math.max(0, progress.percent));
  const elapsed = elapsedSeconds(progress, now) ?? 0;
  const expected = Math.max(1, progress.expected_seconds);
  return Math.min(mostBeforeEnd, Math.round((100 * elapsed) / expected));
}
