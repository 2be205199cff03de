import { BoundedMemo } from '#domain/boundedMemo.ts';

/** Enough for the frames in all languages: about 6 MB. */
const keptPieces = 4_000;

const perPage = /<(?:astro-island|script)\b/;

const pieces = new BoundedMemo<string>(keptPieces);

/**
 * Returns the HTML of this name, and renders it at the first call only. In development it is rendered each time,
 * because its code may change. Throws if it contains an island or a script: Astro would add their code to the first
 * page only.
 */
export async function rememberHtml(name: string, draw: () => Promise<string>): Promise<string> {
  const known = import.meta.env.DEV ? undefined : pieces.get(name);
  if (known !== undefined) return known;
  const html = await draw();
  if (perPage.test(html)) throw new Error(`The piece “${name}” holds an island or a script`);
  pieces.set(name, html);
  return html;
}
