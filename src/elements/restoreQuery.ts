/**
 * Puts the text of a search back into the field when the visitor returns from a result (`keepQuery.ts`). The results
 * are loaded when the field is focused. The page of results has the text in its address instead.
 */
const { query } = (history.state ?? {}) as { query?: unknown };
const field = document.querySelector<HTMLInputElement>('search-box input');
if (field?.value === '' && typeof query === 'string' && !field.closest('search-results')) {
  field.value = query;
}
