import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** The key in local storage, as specified; its value is `true` or `false`. */
export const darkModeKey = 'dark-mode';

/** Whether pages are dark. Light until the user chooses. */
export const $darkMode = atom(readStored(darkModeKey) === 'true');

// The choice of another tab holds in this one as well, whether anything here listens to the store or not.
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === darkModeKey) show(event.newValue === 'true');
});

export function enableDarkMode(): void {
  setDarkMode(true);
}

export function disableDarkMode(): void {
  setDarkMode(false);
}

function setDarkMode(dark: boolean): void {
  store(darkModeKey, String(dark));
  show(dark);
}

/** The class that an inline script sets before paint. */
function show(dark: boolean): void {
  $darkMode.set(dark);
  globalThis.document?.documentElement.classList.toggle('dark', dark);
}
