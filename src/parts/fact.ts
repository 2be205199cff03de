import { type Markup, markup } from '#parts/markup.ts';

/** Returns a name and its value in a list of facts, with a note below the value. */
export function fact(name: string, value: string | Markup, note: string | null = null): Markup {
  const below = note && markup` <span class="fact-note">${note}</span>`;
  return markup`<div><dt>${name}</dt><dd>${value}${below}</dd></div>`;
}

/** Returns a fact that somebody else wrote: its value begins where its own letters do. */
export function foreignFact(name: string, value: string | Markup): Markup {
  return markup`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
}
