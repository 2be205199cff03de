import type { BrowserContext } from '@playwright/test';

/**
 * Translates every page of the browser as Chrome's page translation does: each text node is replaced by elements with
 * another text, again whenever the page changes. Unlike Chrome, it also translates elements with `translate="no"`,
 * because other translators do. It begins after hydration.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const isTranslated = (node: Node): boolean =>
      node.parentElement?.closest('font, script, style, textarea, svg, noscript') !== null;
    const translate = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (!/\p{L}/u.test(text.data) || !text.isConnected || isTranslated(text)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const begin = (): void => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { target } of changes) translate(target);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    const beginWhenHydrated = (): void => {
      if (document.querySelector('astro-island[ssr]')) requestAnimationFrame(beginWhenHydrated);
      else begin();
    };
    addEventListener('load', beginWhenHydrated);
  });
}
