import type { Page } from '@playwright/test';

/** Doubles the size of the text, as the setting of a browser does, and opens all folds of the page. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details'))
      fold.open = true;
  });
}

/**
 * Returns the elements that leave the window sideways or cut their own content, and whether the page scrolls sideways.
 * Parts that scroll within themselves lose nothing; texts that are shortened by lines or with an ellipsis are so at any
 * size.
 */
export function lostParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const skipped = '.sr-only, .sr-only *, svg *, input, select, textarea';
    const isShortened = (element: Element, style: CSSStyleDeclaration) =>
      style.webkitLineClamp !== 'none' ||
      style.textOverflow === 'ellipsis' ||
      element.matches('.tile-text');
    const isHeld = (element: Element): boolean => {
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up !== document.body) return true;
      }
      return false;
    };
    const faultOf = (element: Element): string | undefined => {
      const style = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2 || isShortened(element, style)) return undefined;
      if ((right > innerWidth + 1 || left < -1) && !isHeld(element)) return 'leaves the window';
      const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const isHigh = element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0;
      if (isWide && /hidden|clip/.test(style.overflowX)) return 'is cut at its side';
      if (isHigh && /hidden|clip/.test(style.overflowY)) return 'is cut at its end';
      if (isWide && element.matches('.bar nav')) return 'scrolls';
      return undefined;
    };
    const faults = [...document.body.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(skipped))
      .map((one) => {
        const fault = faultOf(one);
        return fault && `${one.localName}.${one.getAttribute('class') ?? ''} ${fault}`;
      })
      .filter((fault) => fault !== undefined);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`, ...faults] : faults;
  });
}
