import { $connection, checkConnection } from '#stores/browser/connection.ts';
import { atom } from 'nanostores';

/** Whether code of this page is gone from the server, because another version was published. */
export const $isOutdated = atom(false);

/**
 * Fetches code. After a failure it tries once more if the server can be reached: if that fails too, the page is outdated.
 * Throws when the code cannot be fetched. Nothing is requested while the server is known to be away, because Chromium
 * never fetches a module again that it could not fetch once.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  const isAway = $connection.get() === 'offline' || ('onLine' in navigator && !navigator.onLine);
  if (isAway && !(await checkConnection())) throw new Error('The server cannot be reached');
  try {
    return await load();
  } catch (error) {
    if (!(await checkConnection())) throw error;
    return await load().catch((reason: unknown) => {
      $isOutdated.set(true);
      throw reason;
    });
  }
}
