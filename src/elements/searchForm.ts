import { addTag } from '#elements/tagFilter.ts';
import { type Requested, readRequested, searchFilters } from '#domain/gpts/search.ts';

/** Returns the search in the address of a page of results. */
export function readLinkRequest({
  search,
}: Pick<Location, 'search'>): ReturnType<typeof readRequested> {
  return readRequested(new URLSearchParams(search));
}

/** Returns the search in the form. Its page is the first one. */
export function readFormRequest(form: HTMLFormElement): Requested {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') parameters.set(name, value);
  }
  return readRequested(parameters).requested;
}

/** Fills the form with a search. Values that its lists do not offer are added to them. */
export function fillForm(form: HTMLFormElement, requested: Requested): void {
  const query = form.elements.namedItem('query');
  if (query instanceof HTMLInputElement) {
    query.defaultValue = requested.query;
    query.value = requested.query;
  }
  for (const name of searchFilters) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) select(field, requested[name]);
    if (field instanceof RadioNodeList) check(field, requested[name]);
  }
}

function select(list: HTMLSelectElement, value: string): void {
  const isOffered = [...list.options].some((option) => option.value === value);
  if (!isOffered) list.add(new Option(value));
  list.value = value;
}

function check(choices: RadioNodeList, value: string): void {
  choices.value = value;
  if (choices.value === value) return;
  const menu = (choices[0] as HTMLElement | undefined)?.closest<HTMLElement>('[popover]');
  const added = menu && addTag(menu, value);
  if (added) added.checked = true;
}

/**
 * Returns the search of the address with the filters of the form; `undefined` if these are the same. The text is that
 * of the address, because Firefox and WebKit restore what was typed before a reload, which was not submitted.
 */
export function changedFilters(form: HTMLFormElement): Requested | undefined {
  const { requested } = readLinkRequest(location);
  const chosen = readFormRequest(form);
  const isSame = searchFilters.every((name) => requested[name] === chosen[name]);
  return isSame ? undefined : { ...chosen, query: requested.query };
}

/**
 * Returns the clicked link if its results can be shown on this page, and prevents the browser from following it. A
 * click that opens a tab or window is left to the browser.
 */
export function linkInPlace(event: MouseEvent): HTMLAnchorElement | undefined {
  const inPlace = ['next', 'clear', 'noticeLink', 'all'].map((name) => `a[data-fill="${name}"]`);
  const link = (event.target as Element).closest<HTMLAnchorElement>(inPlace.join());
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  event.preventDefault();
  return link;
}
