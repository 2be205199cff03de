import type { Markup } from '#parts/markup.ts';

/** Draws a part in the element of `root` that is marked `data-part`. */
export function drawPart(root: ParentNode, name: string, { html }: Markup): void {
  const place = root.querySelector(`[data-part="${name}"]`);
  if (place) place.innerHTML = html;
}
