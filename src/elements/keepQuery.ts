/**
 * Keeps the text of the search with the entry of the browser's history, so that it is there again when the visitor comes
 * back (`restoreQuery.ts`).
 */
export function keepQuery(query: string): void {
  const state = history.state as { query?: string } | null;
  if ((state?.query ?? '') === query) return;
  history.replaceState({ ...state, query }, '');
}
