/**
 * Returns HTML that many pages have in common, such as the card of a GPT. A publish renders it once for each name
 * (`builder/pieces.ts`), which contains everything on which the HTML depends; Astro itself renders it on each page.
 */
export function remembered({ pieces }: App.Locals, name: string, render: () => string): string {
  return pieces?.rememberHtml(name, render) ?? render();
}
