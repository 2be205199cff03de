import { vi } from 'vitest';

/** Gives stores that run in Node a local storage that holds `stored`, until globals are stubbed no longer. */
export function stubLocalStorage(stored: Record<string, string>): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  });
}
