import type { AnswerEvent } from '#contract/chat/chat.ts';
import { atom } from 'nanostores';

export type MediaProgress = Extract<AnswerEvent, { type: 'progress' }>;

/** Progress of the picture, piece of music or video that is being made in the open conversation. */
export const $mediaProgress = atom<MediaProgress | undefined>(undefined);

/** Highest estimated percentage: only the provider knows when a job is done. */
const highestEstimate = 95;

/** Returns the whole seconds since the provider started; `undefined` while the job is queued. */
export function elapsedSeconds({ started }: MediaProgress, now: number): number | undefined {
  if (started === null) return undefined;
  return Math.max(0, Math.floor((now - Date.parse(started)) / 1_000));
}

/** Returns the progress from 0 to 100: the provider's value, or else the elapsed part of the expected time. */
export function percentOf(progress: MediaProgress, now: number): number {
  if (progress.percent !== null) return Math.min(100, Math.max(0, progress.percent));
  const elapsed = elapsedSeconds(progress, now) ?? 0;
  const expected = Math.max(1, progress.expected_seconds);
  return Math.min(highestEstimate, Math.round((100 * elapsed) / expected));
}
