import type { Page } from 'playwright';

/** Finds elements that are wider than the window, and texts that are cut off without permission. Returns at most eight. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}${element.id && `#${element.id}`}.${[...element.classList].join('.')}`;
    const ellipsizes = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis';
    /** Whether one can scroll to what sticks out, as in a row of tiles on a phone. */
    const isInScroller = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        isInScroller(element.parentElement));
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`page is ${scrollWidth} wide in ${clientWidth}`);
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || !element.checkVisibility()) continue;
      const mayStickOut =
        element.closest('[class*="overflow"], nav, table, pre, .sr-only, .truncate') !== null;
      const isShown = getComputedStyle(element).visibility === 'visible';
      const isOutside = left < -1 || right > clientWidth + 1;
      if (isShown && isOutside && !mayStickOut && !isInScroller(element)) {
        found.push(`sticks out: ${nameOf(element)}`);
      }
      const { display } = getComputedStyle(element);
      // Words for screen readers only, and those that say themselves that they are cut.
      const holdsCut = element.querySelector('[class*="sr-only"], .truncate') !== null;
      const isControl = element.matches('a, button, h1, h2, th, label, input');
      if (!isControl || display === 'inline' || holdsCut || !isShown) continue;
      if (ellipsizes(element) || [...element.querySelectorAll('*')].some(ellipsizes)) continue;
      const content = document.createRange();
      content.selectNodeContents(element);
      if (content.getBoundingClientRect().width > width + 1) {
        found.push(`cut: ${nameOf(element)}`);
      }
    }
    return found.slice(0, 8);
  });
}
