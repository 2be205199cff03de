import { describe, expect, it } from 'vitest';
import { hardTexts, textReaders } from '../setup/textReaders.ts';

/** Characters of the shorter of two texts: long enough to be measured while the machine does other work. */
const shorter = (reader: string) => slow.find(([name]) => reader.includes(name))?.[1] ?? 100_000;
const slow = [
  ['stream', 6_000],
  ['answer', 20_000],
  ['post', 20_000],
] as const;

/** A longer text that takes less is too quick to be measured; more than linear time takes longer. */
const measurableMilliseconds = 50;
const ratioAtMost = 2.6;
const tries = 8;

describe('the time of reading a text', () => {
  it.each(Object.keys(textReaders))('grows no faster than the text: %s', (name) => {
    const read = textReaders[name]!;
    const [short, long] = [1, 2].map((factor) => hardTexts(shorter(name) * factor));
    const violations = [...short!.keys()].flatMap((kind) => {
      const times = [Infinity, Infinity];
      for (let round = 0; round < tries; round += 1) {
        for (const [index, texts] of [short!, long!].entries()) {
          const text = texts.get(kind)!;
          times[index] = Math.min(
            times[index]!,
            processorTime(() => read(text)),
          );
        }
        if (times[1]! < measurableMilliseconds || times[1]! / times[0]! <= ratioAtMost) return [];
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
