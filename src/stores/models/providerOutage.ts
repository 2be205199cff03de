import { $models } from '#stores/models/models.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom, computed } from 'nanostores';

const storageKey = 'disturbance-dismissed';

/** A disturbance that goes on is told again after this long. */
const dismissedMilliseconds = 6 * 3_600_000;

const $dismissed = atom(Number(readStored(storageKey) ?? 0));

/** Whether a provider's service fluctuates now, and the user has not dismissed the warning of it. */
export const $hasProviderOutage = computed(
  [$models, $dismissed],
  ({ models }, dismissed) =>
    models.some((model) => model.disturbed) && Date.now() - dismissed > dismissedMilliseconds,
);

/** Takes the warning off the screen. */
export function dismissProviderOutage(): void {
  const now = Date.now();
  store(storageKey, String(now));
  $dismissed.set(now);
}
