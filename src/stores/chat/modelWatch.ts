import type { Language } from '#domain/languages/languages.ts';
import { ageOfModels, loadModels } from '#stores/models/models.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';

/** Models younger than this are not loaded again when the user returns to the page. */
const freshMilliseconds = 30_000;

/** Interval of loading while the page is visible. */
const reloadMilliseconds = 60_000;

/** Messages of unsent questions that mean that the models have changed. */
const refusals = [
  'errors.model_unavailable',
  'errors.model_resting',
  'errors.model_closed',
  'errors.unknown_model',
  'errors.server_busy',
  'errors.price_changed',
];

/**
 * Loads the models again, past the browser's cache, when the user returns to the page, after a question has failed, and
 * every minute while the page is visible. Returns an unsubscribe function.
 */
export function watchModels(language: Language): () => void {
  const reload = (): void => void loadModels(language, 'no-cache');
  const onReturn = (): void => {
    if (document.visibilityState === 'visible' && ageOfModels() > freshMilliseconds) reload();
  };
  const unlisten = $runningAnswer.listen((running, before) => {
    if (running || !before) return;
    // The message may get its state after this event, in the same task.
    queueMicrotask(() => hasFailed() && reload());
  });
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', onReturn, { signal });
  globalThis.addEventListener('focus', onReturn, { signal });
  const timer = setInterval(onReturn, reloadMilliseconds);
  return () => {
    clearInterval(timer);
    unlisten();
    ending.abort();
  };
}

function hasFailed(): boolean {
  const last = $messages.get().at(-1);
  if (last?.role === 'assistant') return last.state === 'failed';
  return last?.delivery.state === 'unsent' && refusals.includes(last.delivery.problem.key);
}
