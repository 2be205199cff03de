import { describe, expect, it } from 'vitest';
import { hardTexts, textReaders } from '../setup/textReaders.ts';

/** Characters of the shortest text. */
const shortest = (reader: string) => slow.find(([name]) => reader.includes(name))?.[1] ?? 50_000;
const slow = [
  ['stream', 3_000],
  ['answer', 10_000],
  ['post', 10_000],
] as const;

/** Shorter times are too quick to be compared while the machine does other work; more than linear time takes longer. */
const measurableMilliseconds = 100;
const ratioAtMost = 2.6;
const tries = 8;

describe('the time of reading a text', () => {
  it.each(Object.keys(textReaders))('grows no faster than the text: %s', (name) => {
    const read = textReaders[name]!;
    const texts = [1, 2, 4].map((factor) => hardTexts(shortest(name) * factor, true));
    const violations = [...texts[0]!.keys()].flatMap((kind) => {
      const times = texts.map(() => Infinity);
      for (let round = 0; round < tries; round += 1) {
        for (const [index, ofLength] of texts.entries()) {
          const text = ofLength.get(kind)!;
          times[index] = Math.min(
            times[index]!,
            processorTime(() => read(text)),
          );
        }
        if (times.slice(1).every((time, index) => growsEvenly(times[index]!, time))) return [];
      }
      return [`${kind}: ${times.map(Math.round).join(', ')} ms`];
    });
    expect(violations).toEqual([]);
  });
});

/** `shorter` and `longer` are the milliseconds of a text and of one of twice its length. */
function growsEvenly(shorter: number, longer: number): boolean {
  return longer < measurableMilliseconds || longer / shorter <= ratioAtMost;
}

/** Milliseconds of this thread, without those of a garbage collection in parallel. */
function processorTime(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
