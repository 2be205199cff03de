import type { Marker } from '#domain/markedText.ts';

/** An option of the search: a link that the keyboard reaches through the field. */
export function optionTo(href: string, index: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.href = href;
  option.id = `search-option-${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.className = 'search-option';
  return option;
}

/** A text of an option, with its matches in `<mark>`. `lang` is the language of the text where it is known. */
export function textPart(
  name: 'b' | 'span',
  text: string,
  marker: Marker,
  lang: string | null = null,
): HTMLElement {
  const element = document.createElement(name);
  for (const piece of marker(text)) {
    const place = piece.isMarked ? element.appendChild(document.createElement('mark')) : element;
    place.append(piece.text);
  }
  element.dir = 'auto';
  if (lang) element.lang = lang;
  return element;
}

/** Options below a heading, which names their group. */
export function optionGroup(heading: string, options: readonly HTMLElement[]): HTMLElement {
  const group = document.createElement('div');
  group.role = 'group';
  group.ariaLabel = heading;
  const title = document.createElement('p');
  title.className = 'p-2.5 text-14 text-faint';
  title.ariaHidden = 'true';
  title.textContent = heading;
  group.append(title, ...options);
  return group;
}
