/**
 * Stores the text of the search in the current history entry, so that `restoreQuery.ts` can show it when the visitor
 * returns.
 */
export function keepQuery(query: string): void {
  const state = history.state as { query?: string } | null;
  if ((state?.query ?? '') === query) return;
  history.replaceState({ ...state, query }, '');
}
