import { findModel } from '#domain/models/models.ts';
import type { Answer } from '#stores/thread/thread.ts';

/** Whether an answer consists of pictures, music or a video. */
export function isMediaAnswer({
  media,
  options,
  model,
}: Pick<Answer, 'media' | 'options' | 'model'>): boolean {
  const kind = findModel(model)?.kind ?? 'text';
  return media.length > 0 || options !== null || kind !== 'text';
}
