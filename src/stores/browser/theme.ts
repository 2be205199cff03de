import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** The key in local storage, as specified; its value is `true` or `false`. */
const darkModeKey = 'dark-mode';

/** Whether pages are dark. Light until the user chooses. */
export const $darkMode = atom(readStored(darkModeKey) === 'true');

// Applies the choice made in another tab, even where nothing subscribes to the store.
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === darkModeKey) show(event.newValue === 'true');
});

export function setDarkMode(dark: boolean): void {
  store(darkModeKey, String(dark));
  show(dark);
}

/** Sets the class that an inline script of the page sets before the first paint. */
function show(dark: boolean): void {
  $darkMode.set(dark);
  globalThis.document?.documentElement.classList.toggle('dark', dark);
}
