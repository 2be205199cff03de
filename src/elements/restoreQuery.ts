/**
 * The text of a search whose result was followed is in the field again when the visitor comes back (`keepQuery.ts`). Its
 * results come when the field is focused. The page of results has its text in its address.
 */
const { query } = (history.state ?? {}) as { query?: unknown };
const field = document.querySelector<HTMLInputElement>('search-box input');
if (field?.value === '' && typeof query === 'string' && !field.closest('search-results')) {
  field.value = query;
}
