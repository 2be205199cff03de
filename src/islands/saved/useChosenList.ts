import { useSyncExternalStore } from 'react';

/** The lists, by the fragment that opens them: `#saved` and `#recent`. */
export type ListName = 'saved' | 'recent';

/** Returns the list that the address names, or the saved GPTs. */
export function useChosenList(): ListName {
  return useSyncExternalStore(listen, () => (location.hash === '#recent' ? 'recent' : 'saved'));
}

function listen(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
