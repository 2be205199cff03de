/** Prefix of the ids in a post, so that they never equal ids of the layout. */
const prefix = 'h-';

/** Makes unique ids of headings: `Does it fit?` → `h-does-it-fit`, `料金` → `h-料金`, a second equal one with `-2`. */
export class HeadingIds {
  readonly #taken = new Set<string>();

  add(text: string): string {
    const requested = headingId(text);
    let id = requested;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${requested}-${number}`;
    this.#taken.add(id);
    return id;
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }
}

/** Returns the id of a heading, before it is made unique. */
export function headingId(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return prefix + [...(words?.join('-') ?? 'part')].slice(0, 80).join('');
}

/** Returns the id of the target of a link in a post, which may omit the prefix. */
export function linkedId(id: string): string {
  return id.startsWith(prefix) ? id : prefix + id.toLowerCase();
}
