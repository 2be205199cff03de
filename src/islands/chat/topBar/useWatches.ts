import { fetchCode } from '#stores/browser/newVersion.ts';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { watchActivity } from '#stores/conversations/activity.ts';
import { watchConnection } from '#stores/browser/connection.ts';
import { useEffect } from 'react';

/** Watches the connection and more (`watches.ts`) while the chat area is open. */
export function useWatches(): void {
  const { language } = useText();
  useEffect(watchConnection, []);
  useEffect(watchActivity, []);
  useEffect(
    () =>
      watchLater(async () => {
        const { watchAll } = await import('#islands/chat/topBar/watches.ts');
        return () => watchAll(language);
      }),
    [language],
  );
}

type Watch = () => () => void;

/**
 * Begins a watch whose code is fetched when the page is idle, or when the browser is online again. Returns an unsubscribe
 * function.
 */
function watchLater(load: () => Promise<Watch>): () => void {
  let unwatch: (() => void) | undefined;
  let isOver = false;
  const begin = (): void => {
    if (isOver) return;
    fetchCode(load).then(
      (watch) => {
        if (!isOver) unwatch = watch();
      },
      () => addEventListener('online', begin, { once: true }),
    );
  };
  const cancel = whenIdle(begin);
  return () => {
    isOver = true;
    cancel();
    unwatch?.();
  };
}
