import type { Clue } from '#server/services/gpts/search/readConcepts.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

/**
 * A number for each GPT of an index, and the list of GPTs with a number, because most queries touch few GPTs. Reused
 * after each query: allocating memory for all GPTs would take longer than the search.
 */
export class Weights {
  readonly touched: number[] = [];
  #values = new Float64Array(0);

  /** Grows to hold GPTs with numbers below `numbers`. */
  fit(numbers: number): void {
    if (this.#values.length < numbers) this.#values = new Float64Array(numbers * 2);
  }

  /** Raises the number of each GPT to the weight of its best clue. */
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
    return this.#values[gpt] as number;
  }

  clear(): void {
    for (const gpt of this.touched) this.#values[gpt] = 0;
    this.touched.length = 0;
  }

  #set(gpt: number, weight: number): void {
    if (this.#values[gpt] === 0 && weight > 0) this.touched.push(gpt);
    this.#values[gpt] = weight;
  }
}
