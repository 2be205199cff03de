import type { Position } from './engine.ts';

/** The visible properties of an element. */
export type Seen = {
  text: string;
  /** The address of a link. */
  href: string | null;
  hasFocus: boolean;
};

/**
 * Returns an expression for the visible elements that match a CSS selector, and have this accessible name if there is
 * one: an array, for `Driver.evaluate`.
 */
export function elementsExpression(selector: string, name?: string): string {
  return `(${findVisible.toString()})(${JSON.stringify({ selector, name })})`;
}

/** Returns an expression for the visible properties of these elements. */
export function seenExpression(selector: string, name?: string): string {
  return `${elementsExpression(selector, name)}.map(${describeElement.toString()})`;
}

/** Returns an expression for the middle of the only such element, if a click there would reach it. */
export function middleExpression(selector: string, name?: string): string {
  return `(${findMiddle.toString()})(${elementsExpression(selector, name)})`;
}

/** Runs in the page, so it can use nothing from outside. */
function findVisible({ selector, name }: { selector: string; name?: string }): HTMLElement[] {
  const nameOf = (element: HTMLElement): string => {
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    const text = element.getAttribute('aria-label') ?? label ?? element.textContent;
    return text.replaceAll(/\s+/g, ' ').trim();
  };
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => name === undefined || nameOf(element) === name);
}

/** Runs in the page, so it can use nothing from outside. */
function describeElement(element: HTMLElement): Seen {
  return {
    text: element.innerText.trim(),
    href: element.getAttribute('href'),
    hasFocus: element === document.activeElement,
  };
}

/** Runs in the page, so it can use nothing from outside. */
function findMiddle([element, ...others]: HTMLElement[]): Position | null {
  if (element === undefined || others.length > 0) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const isReached = element.contains(document.elementFromPoint(x, y));
  return isReached ? { x, y } : null;
}
