import { type Markup, markup } from '#parts/markup.ts';

/** Returns an entry of a list of facts: a name, its value, and an optional note below the value. */
export function fact(name: string, value: string | Markup, note: string | null = null): Markup {
  const below = note && markup` <span class="fact-note">${note}</span>`;
  return markup`<div><dt>${name}</dt><dd>${value}${below}</dd></div>`;
}

/** Returns a fact that an author wrote. Its text direction follows the value, not the page. */
export function foreignFact(name: string, value: string | Markup): Markup {
  return markup`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
}
