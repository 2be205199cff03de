import { vi } from 'vitest';

/** Gives stores that run in Node a local storage that holds `stored`, until globals are stubbed no longer. */
export function stubLocalStorage(stored: Record<string, string>): void {
  vi.stubGlobal('localStorage', storageOf(stored));
}

/** The same for the storage of a tab, empty at first. */
export function stubSessionStorage(): void {
  vi.stubGlobal('sessionStorage', storageOf({}));
}

function storageOf(stored: Record<string, string>) {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  };
  // As in a browser, the own keys are those of the stored values.
  return new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(stored, key),
  });
}
