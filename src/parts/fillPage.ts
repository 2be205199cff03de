import { type Part, type Parts, contentHtml } from '#parts/fill.ts';

/** Fills the marked places of `root` in the page itself, as `parts/fill.ts` fills its source. */
export function fillPage(root: HTMLElement, parts: Parts): void {
  for (const [name, part] of Object.entries(parts)) {
    const places = [root, ...root.querySelectorAll<HTMLElement>(`[data-fill="${name}"]`)];
    const place = places.find((element) => element.dataset['fill'] === name);
    if (place && part) fillPlace(place, part);
    else if (place && part === null) place.remove();
  }
}

function fillPlace(place: HTMLElement, { text, content, attributes = {} }: Part): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) place.removeAttribute(name);
    else place.setAttribute(name, value);
  }
  if (content !== undefined) place.innerHTML = contentHtml(content);
  // A live region speaks whenever its text is set, so it is left alone where it says the same.
  if (text !== undefined && place.textContent !== text) place.textContent = text;
}
