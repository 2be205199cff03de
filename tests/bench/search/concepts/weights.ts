import type { Clue } from './readConcepts.ts';
import type { SearchIndex } from './searchIndex.ts';

/** A number for each GPT of an index, and the list of those that have one: most queries touch few of them. */
export class Weights {
  readonly values: Float64Array;
  readonly touched: number[] = [];

  constructor(size: number) {
    this.values = new Float64Array(size);
  }

  /** Raises each GPT to the weight of its best clue. */
  raise(clues: readonly Clue[], index: SearchIndex): void {
    for (const { term, share } of clues) {
      const { gpts, weights } = index.postingsOf(term);
      for (let position = 0; position < gpts.length; position += 1) {
        const gpt = gpts[position] as number;
        const weight = share * (weights[position] as number);
        if (weight > this.at(gpt)) this.#set(gpt, weight);
      }
    }
  }

  add(gpt: number, weight: number): void {
    this.#set(gpt, this.at(gpt) + weight);
  }

  at(gpt: number): number {
    return this.values[gpt] as number;
  }

  clear(): void {
    for (const gpt of this.touched) this.values[gpt] = 0;
    this.touched.length = 0;
  }

  #set(gpt: number, weight: number): void {
    if (this.values[gpt] === 0) this.touched.push(gpt);
    this.values[gpt] = weight;
  }
}
