import { type Part, type Parts, contentHtml } from '#parts/fill.ts';

/** Fills the marked elements of `root` in the DOM. `fill.ts` does the same with HTML text. */
export function fillPage(root: HTMLElement, parts: Parts): void {
  for (const [name, part] of Object.entries(parts)) {
    const candidates = [root, ...root.querySelectorAll<HTMLElement>(`[data-fill="${name}"]`)];
    const element = candidates.find(({ dataset }) => dataset['fill'] === name);
    if (part) fillElement(element, part);
    else if (part === null) element?.remove();
  }
}

function fillElement(element: HTMLElement | undefined, part: Part): void {
  if (element === undefined) return;
  const { text, content, attributes = {} } = part;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (content !== undefined) element.innerHTML = contentHtml(content);
  // Screen readers read a live region whenever its text is set, so an equal text is not set again.
  if (text !== undefined && element.textContent !== text) element.textContent = text;
}
