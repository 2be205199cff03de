import { CallError, call } from '#contract/call.ts';
import { getHealth } from '#contract/operation/health.ts';
import { atom } from 'nanostores';

/** Whether the server can be reached, as of the last check. */
export const $connection = atom<'online' | 'offline'>('online');

/** Time between checks while the server or the network is away: events of the browser may come late or never. */
const checkMilliseconds = 5_000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Watches the connection. Returns an unsubscribe function. */
export function watchConnection(): () => void {
  const check = (): void => void checkConnection();
  const ending = new AbortController();
  const { signal } = ending;
  globalThis.addEventListener('offline', check, { signal });
  globalThis.addEventListener('online', check, { signal });
  if (!navigator.onLine) check();
  return () => {
    ending.abort();
    clearInterval(timer);
  };
}

/**
 * Requests the health of the server. Returns whether it responded. `navigator.onLine` is a hint only, because a computer
 * without a network still reaches a server on itself.
 */
export async function checkConnection(): Promise<boolean> {
  const reached = await call(getHealth, {}).then(
    () => true,
    (error: unknown) => error instanceof CallError && error.code !== 'offline',
  );
  clearInterval(timer);
  const isBrowserOffline = 'onLine' in navigator && !navigator.onLine;
  if (!reached || isBrowserOffline) {
    timer = setInterval(() => void checkConnection(), checkMilliseconds);
  }
  $connection.set(reached ? 'online' : 'offline');
  return reached;
}
