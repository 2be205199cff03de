import type { Day } from '#domain/dates.ts';
import type { ShutdownDays } from '#domain/models/shutdowns.ts';

/**
 * Days (UTC) from which providers no longer run models, by `provider/model`: models that are in use here by default or
 * by choice, and whose provider gives no `shutdown_date` in its list of models. Models of the catalogue that have a
 * successor are in `domain/models/models.ts` (`retired`).
 */
const announced: Readonly<Record<string, Day>> = {
  'openai/dall-e-3': '2026-05-12',
  'openai/gpt-image-1': '2026-10-23',
  'openai/gpt-image-1-mini': '2026-12-01',
  'openai/gpt-image-1.5': '2026-12-01',
  'openai/gpt-image-1.5-2025-12-16': '2026-12-01',
  'openai/chatgpt-image-latest': '2026-12-01',
  'openai/gpt-4o-mini': '2027-01-14',
};

export const knownShutdowns: ShutdownDays = new Map(Object.entries(announced));

/** Whether a provider no longer runs this model on a day. */
export function isShutDown(shutdowns: ShutdownDays, upstream: string, day: Day): boolean {
  const shutdown = shutdowns.get(upstream);
  return shutdown !== undefined && day >= shutdown;
}
