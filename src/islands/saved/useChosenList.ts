import { useSyncExternalStore } from 'react';

/** The names of the lists are those of their hashes in the address. */
export type ListName = 'saved' | 'recent';

/** The list that the address names. */
export function useChosenList(): ListName {
  return useSyncExternalStore(listen, () => (location.hash === '#recent' ? 'recent' : 'saved'));
}

function listen(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
