import { afterEach, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../setup/localStorage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A page's local storage, and the store as a page loads it. */
async function openPage(stored: Record<string, string>) {
  stubLocalStorage(stored);
  vi.resetModules();
  return import('#stores/browser/theme.ts');
}

it('is light until dark is chosen, kept as dark-mode', async () => {
  const stored: Record<string, string> = {};
  const page = await openPage(stored);
  expect(page.$darkMode.get()).toBe(false);
  page.setDarkMode(true);
  expect([page.$darkMode.get(), stored]).toEqual([true, { 'dark-mode': 'true' }]);
  expect((await openPage(stored)).$darkMode.get()).toBe(true);
  page.setDarkMode(false);
  expect(stored).toEqual({ 'dark-mode': 'false' });
  expect((await openPage(stored)).$darkMode.get()).toBe(false);
});
