import { $models } from '#stores/models/models.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom, computed } from 'nanostores';

const storageKey = 'disturbance-dismissed';

/** A dismissed warning returns after this time if the outage lasts. */
const dismissedMilliseconds = 6 * 3_600_000;

const $dismissed = atom(Number(readStored(storageKey) ?? 0));

/** Whether a model provider has an outage and the user has not dismissed the warning. */
export const $hasProviderOutage = computed(
  [$models, $dismissed],
  ({ models }, dismissed) =>
    models.some((model) => model.disturbed) && Date.now() - dismissed > dismissedMilliseconds,
);

/** Hides the warning for a while. */
export function dismissProviderOutage(): void {
  const now = Date.now();
  store(storageKey, String(now));
  $dismissed.set(now);
}
