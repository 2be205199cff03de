import type { Markup } from '#parts/markup.ts';

/** Replaces the head of the page “not found” with a part. */
export function drawHead(page: HTMLElement, { html }: Markup): void {
  const head = page.querySelector('[data-part="head"]');
  if (head) head.innerHTML = html;
}
