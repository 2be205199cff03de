import type { Token } from '#server/services/gpts/search/tokens.ts';

/** The words and characters of phrases, and for each the index of its token. */
export type Units = { texts: readonly string[]; owners: readonly number[] };

/** The end of a phrase in the units, and its values. */
export type PhraseMatch<Value> = { end: number; values: readonly Value[] };

type Node<Value> = { next: Map<string, Node<Value>>; values: Value[] };

/** A trie: values of phrases, by the units of the phrases. */
export class PhraseTree<Value> {
  readonly #root: Node<Value> = { next: new Map(), values: [] };

  add(units: readonly string[], value: Value): void {
    let node = this.#root;
    for (const unit of units) {
      const next = node.next.get(unit) ?? { next: new Map(), values: [] };
      node.next.set(unit, next);
      node = next;
    }
    node.values.push(value);
  }

  /** Returns the longest phrase that begins at `start`, with its values that `accepts` approves. */
  longestAt(
    units: readonly string[],
    start: number,
    accepts: (value: Value, end: number) => boolean,
    spell: (unit: string) => string = (unit) => unit,
  ): PhraseMatch<Value> | undefined {
    let longest: PhraseMatch<Value> | undefined;
    let node: Node<Value> | undefined = this.#root;
    for (let index = start; index < units.length; index += 1) {
      node = node.next.get(spell(units[index] ?? ''));
      if (!node) break;
      const end = index + 1;
      const values = node.values.filter((value) => accepts(value, end));
      if (values.length > 0) longest = { end, values };
    }
    return longest;
  }
}

/** Returns a unit for each word, and for each character of a segment: phrases may divide it differently. */
export function unitsOf(tokens: readonly Token[]): Units {
  const texts: string[] = [];
  const owners: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    for (const unit of kind === 'word' ? [text] : text) {
      texts.push(unit);
      owners.push(index);
    }
  }
  return { texts, owners };
}

/** Whether the units from `start` to `end` are whole tokens. */
export function areWholeTokens({ owners }: Units, start: number, end: number): boolean {
  return owners[start - 1] !== owners[start] && owners[end - 1] !== owners[end];
}
