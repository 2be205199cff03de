import { type Wanted, readWanted, searchFilters } from '#domain/search.ts';

/** The search in the address of a page of results. */
export function wantedAt({ search }: Pick<Location, 'search'>): ReturnType<typeof readWanted> {
  return readWanted(new URLSearchParams(search));
}

/** The search in the form, from its first page on. */
export function wantedIn(form: HTMLFormElement): Wanted {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') said.set(name, value);
  }
  return readWanted(said).wanted;
}

/** Makes the form say what is wanted; what its lists do not offer is added to them. */
export function fillForm(form: HTMLFormElement, wanted: Wanted): void {
  const query = form.elements.namedItem('query');
  if (query instanceof HTMLInputElement) {
    query.defaultValue = wanted.query;
    query.value = wanted.query;
  }
  for (const name of searchFilters) {
    const select = form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement)) continue;
    const value = wanted[name];
    const isOffered = [...select.options].some((option) => option.value === value);
    if (!isOffered) select.add(new Option(value));
    select.value = value;
  }
}

/** Whether the form says what the address wants. */
export function isAsked(form: HTMLFormElement): boolean {
  const { wanted } = wantedAt(location);
  return JSON.stringify({ ...wanted, page: 1 }) === JSON.stringify(wantedIn(form));
}

/** The clicked link, where its results can be shown in place; the browser does not follow it then. */
export function linkInPlace(event: MouseEvent): HTMLAnchorElement | undefined {
  const inPlace = ['next', 'clear', 'noticeLink', 'all'].map((name) => `a[data-fill="${name}"]`);
  const link = (event.target as Element).closest<HTMLAnchorElement>(inPlace.join());
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  event.preventDefault();
  return link;
}
