import { CallError, call } from '#contract/call.ts';
import { getHealth } from '#contract/health.ts';
import { atom } from 'nanostores';

/** Whether the server can be reached, as far as the browser noticed. */
export const $connection = atom<'online' | 'offline'>('online');

/** How often the connection is looked for while it is away, or said to be: the browser tells neither in time always. */
const lookEveryMilliseconds = 5_000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Watches the connection. Returns an unsubscribe function. */
export function watchConnection(): () => void {
  const check = (): void => void checkConnection();
  globalThis.addEventListener('offline', check);
  globalThis.addEventListener('online', check);
  if (!navigator.onLine) check();
  return () => {
    globalThis.removeEventListener('offline', check);
    globalThis.removeEventListener('online', check);
    clearInterval(timer);
  };
}

/**
 * Asks the server for a sign of life and answers whether one came. The browser's own state is a hint only: a machine
 * without a network still reaches a server on itself.
 */
export async function checkConnection(): Promise<boolean> {
  const reached = await call(getHealth, {}).then(
    () => true,
    (error: unknown) => error instanceof CallError && error.code !== 'offline',
  );
  clearInterval(timer);
  const isSaidAway = 'onLine' in navigator && !navigator.onLine;
  if (!reached || isSaidAway) {
    timer = setInterval(() => void checkConnection(), lookEveryMilliseconds);
  }
  $connection.set(reached ? 'online' : 'offline');
  return reached;
}
