import { vi } from 'vitest';

/**
 * Gives stores that run in Node a local storage that holds `stored`, until globals are stubbed no longer. `most` is the
 * number of characters for which it has room.
 */
export function stubLocalStorage(stored: Record<string, string>, most?: number): void {
  vi.stubGlobal('localStorage', storageOf(stored, most));
}

/** The same for the storage of a tab. */
export function stubSessionStorage(stored: Record<string, string> = {}, most?: number): void {
  vi.stubGlobal('sessionStorage', storageOf(stored, most));
}

function storageOf(stored: Record<string, string>, most = Infinity) {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      const all = Object.values({ ...stored, [key]: value }).join('');
      if (all.length > most) throw new DOMException('full', 'QuotaExceededError');
      stored[key] = value;
    },
    removeItem: (key: string) => void delete stored[key],
  };
  // As in a browser, the own keys are those of the stored values.
  return new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(stored, key),
  });
}
