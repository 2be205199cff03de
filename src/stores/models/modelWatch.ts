import type { Language } from '#domain/languages.ts';
import { ageOfModels, loadModels } from '#stores/models/models.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';

/** Data younger than this is not loaded again when the user comes back to the page. */
const freshMilliseconds = 30_000;

/** How old prices and health may become before the eyes of somebody who stays. */
const stayMilliseconds = 60_000;

/** Refusals of a question that tell that the models have changed. */
const refusals = [
  'errors.model_unavailable',
  'errors.model_resting',
  'errors.model_closed',
  'errors.unknown_model',
  'errors.server_busy',
  'errors.price_changed',
];

/**
 * Asks for the models again, past the browser's cache, when somebody comes back to the page, when a question has
 * failed, and every minute while the page is looked at. Returns an unsubscribe function.
 */
export function watchModels(language: Language): () => void {
  const again = (): void => void loadModels(language, 'no-cache');
  const onReturn = (): void => {
    if (document.visibilityState === 'visible' && ageOfModels() > freshMilliseconds) again();
  };
  const unlisten = $runningAnswer.listen((running, before) => {
    if (running || !before) return;
    // How it ended is noted in the same moment, before or after.
    queueMicrotask(() => hasFailed() && again());
  });
  document.addEventListener('visibilitychange', onReturn);
  globalThis.addEventListener('focus', onReturn);
  const timer = setInterval(onReturn, stayMilliseconds);
  return () => {
    clearInterval(timer);
    unlisten();
    document.removeEventListener('visibilitychange', onReturn);
    globalThis.removeEventListener('focus', onReturn);
  };
}

function hasFailed(): boolean {
  const last = $messages.get().at(-1);
  if (last?.role === 'assistant') return last.state === 'failed';
  return last?.delivery.state === 'unsent' && refusals.includes(last.delivery.problem.key);
}
