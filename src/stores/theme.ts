import { readStored, store } from '#stores/storage.ts';
import { atom, onMount } from 'nanostores';

/** The key in local storage, as specified; its value is `true` or `false`. */
export const darkModeKey = 'dark-mode';

/** Whether pages are dark. Light until the user chooses. */
export const $darkMode = atom(readStored(darkModeKey) === 'true');

onMount($darkMode, () => {
  const follow = (event: StorageEvent): void => {
    if (event.key === darkModeKey) show(event.newValue === 'true');
  };
  globalThis.addEventListener?.('storage', follow);
  return () => globalThis.removeEventListener?.('storage', follow);
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
