/** The numbers of the GPTs that have a term, and the weight of the term for each, from 0 to 1. */
export type Postings = { gpts: number[]; weights: number[] };

/** All postings in few large arrays: those of `terms[i]` are the entries from `starts[i]` to before `starts[i + 1]`. */
export type StoredPostings = {
  terms: string[];
  starts: Uint32Array;
  gpts: Uint32Array;
  weights: Float64Array;
};

const noPostings: Postings = { gpts: [], weights: [] };

/** The postings of an index by term. Those of a stored index are copied when a term is first used: most never are. */
export class PostingLists {
  readonly #lists = new Map<string, Postings>();
  readonly #stored: StoredPostings | undefined;
  /** The positions in `#stored` of the terms that were not copied yet. */
  readonly #positions = new Map<string, number>();

  constructor(stored?: StoredPostings) {
    this.#stored = stored;
    for (const [position, term] of (stored?.terms ?? []).entries()) {
      this.#positions.set(term, position);
    }
  }

  get(term: string): Postings {
    return this.#lists.get(term) ?? this.#copy(term) ?? noPostings;
  }

  add(term: string, number: number, weight: number): void {
    let postings = this.#lists.get(term) ?? this.#copy(term);
    if (postings === undefined) {
      postings = { gpts: [], weights: [] };
      this.#lists.set(term, postings);
    }
    postings.gpts.push(number);
    postings.weights.push(weight);
  }

  toStored(): StoredPostings {
    const copied = [...this.#lists].map(([term, { gpts, weights }]) => ({ term, gpts, weights }));
    const left = [...this.#positions].map(([term, position]) => ({ term, ...this.#at(position) }));
    const lists = [...copied, ...left];
    const starts = new Uint32Array(lists.length + 1);
    for (const [position, { gpts }] of lists.entries()) {
      starts[position + 1] = (starts[position] ?? 0) + gpts.length;
    }
    const length = starts.at(-1) ?? 0;
    const all = { gpts: new Uint32Array(length), weights: new Float64Array(length) };
    for (const [position, { gpts, weights }] of lists.entries()) {
      all.gpts.set(gpts, starts[position]);
      all.weights.set(weights, starts[position]);
    }
    return { terms: lists.map(({ term }) => term), starts, ...all };
  }

  #copy(term: string): Postings | undefined {
    const position = this.#positions.get(term);
    if (position === undefined) return undefined;
    const { gpts, weights } = this.#at(position);
    const postings = { gpts: [...gpts], weights: [...weights] };
    this.#lists.set(term, postings);
    this.#positions.delete(term);
    return postings;
  }

  #at(position: number): { gpts: Uint32Array; weights: Float64Array } {
    const { starts, gpts, weights } = this.#stored ?? emptyPostings;
    const [from, to] = [starts[position], starts[position + 1]];
    return { gpts: gpts.subarray(from, to), weights: weights.subarray(from, to) };
  }
}

const emptyPostings: StoredPostings = {
  terms: [],
  starts: new Uint32Array(1),
  gpts: new Uint32Array(),
  weights: new Float64Array(),
};
