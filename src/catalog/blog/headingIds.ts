/** Parts of a layout have ids, too; those of a post begin with this, so that they never meet. */
const prefix = 'h-';

/** Makes ids of headings, each once: `Does it fit?` → `h-does-it-fit`, `料金` → `h-料金`, a second one with `-2`. */
export class HeadingIds {
  readonly #taken = new Set<string>();

  add(text: string): string {
    const wanted = headingId(text);
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }
}

/** The id of a heading, were it the only one with this text. */
export function headingId(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return prefix + [...(words?.join('-') ?? 'part')].slice(0, 80).join('');
}

/** The id that a link within a post means: with our prefix, or as people know it from elsewhere. */
export function linkedId(id: string): string {
  return id.startsWith(prefix) ? id : prefix + id.toLowerCase();
}
