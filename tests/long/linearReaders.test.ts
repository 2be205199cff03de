import { describe, expect, it } from 'vitest';
import { hardTexts, textReaders } from '../setup/textReaders.ts';

/** Characters of the shortest text. */
const shortest = (reader: string) => slow.find(([name]) => reader.includes(name))?.[1] ?? 50_000;
const slow = [
  ['stream', 3_000],
  ['answer', 10_000],
  ['post', 10_000],
] as const;

/** A longest text that takes less is too quick to be measured; more than linear time takes longer. */
const measurableMilliseconds = 50;
const ratioAtMost = 2.6;
const tries = 5;

describe('the time of reading a text', () => {
  it.each(Object.keys(textReaders))('grows no faster than the text: %s', (name) => {
    const read = textReaders[name]!;
    const [one, two, four] = [1, 2, 4].map((factor) => hardTexts(shortest(name) * factor));
    const violations = [...one!.keys()].flatMap((kind) => {
      const texts = [one, two, four].map((texts) => texts!.get(kind)!);
      const times: number[] = texts.map(() => Infinity);
      let ratios: number[] = [];
      for (let round = 0; round < tries; round += 1) {
        for (const [index, text] of texts.entries()) {
          times[index] = Math.min(
            times[index]!,
            processorTime(() => read(text)),
          );
        }
        ratios = [times[1]! / times[0]!, times[2]! / times[1]!];
        if (times[2]! < measurableMilliseconds || ratios.every((ratio) => ratio <= ratioAtMost)) {
          return [];
        }
      }
      return [`${kind}: ${times.map(Math.round).join(', ')} ms`];
    });
    expect(violations).toEqual([]);
  });
});

/** Milliseconds of this thread, without those in which garbage is collected beside it. */
function processorTime(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
