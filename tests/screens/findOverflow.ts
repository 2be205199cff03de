import type { Page } from 'playwright';

/** Finds elements that are wider than the window, and texts that are cut off without permission. Returns at most eight. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}${element.id && `#${element.id}`}.${[...element.classList].join('.')}`;
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`page is ${scrollWidth} wide in ${clientWidth}`);
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || !element.checkVisibility()) continue;
      const scrolls =
        element.closest('[class*="overflow"], nav, table, pre, .sr-only, .truncate') !== null;
      const isShown = getComputedStyle(element).visibility === 'visible';
      if (isShown && !scrolls && (left < -1 || right > clientWidth + 1)) {
        found.push(`sticks out: ${nameOf(element)}`);
      }
      const { display, textOverflow } = getComputedStyle(element);
      // Words for screen readers only, and those that say themselves that they are cut.
      const holdsCut = element.querySelector('[class*="sr-only"], .truncate') !== null;
      const mayCut = display === 'inline' || textOverflow === 'ellipsis' || holdsCut || !isShown;
      const isControl = element.matches('a, button, h1, h2, th, label, input');
      const content = document.createRange();
      content.selectNodeContents(element);
      if (isControl && !mayCut && content.getBoundingClientRect().width > width + 1) {
        found.push(`cut: ${nameOf(element)}`);
      }
    }
    return found.slice(0, 8);
  });
}
