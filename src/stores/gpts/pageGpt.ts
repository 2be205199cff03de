/**
 * Returns the id of the GPT whose page this is; `undefined` on other pages. It is not in the props of islands, so that
 * a publish renders an island once for all GPTs.
 */
export function pageGpt(): string | undefined {
  return document.querySelector<HTMLElement>('[data-page-gpt]')?.dataset['pageGpt'];
}
