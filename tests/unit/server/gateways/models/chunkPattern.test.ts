import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatCompletionsReader } from '#server/gateways/models/chatCompletions.ts';

type Told = { text: string; model: string; finish: string | null; escaped: boolean; more: string };

const chunks = fc.array(
  fc.record<Told>({
    // Also what stands elsewhere in a chunk, and what JSON writes in other letters.
    text: fc.oneof(fc.string(), fc.constantFrom('bench', 'a', '"', '\\', 'é', '","x":"', 'probe')),
    model: fc.constantFrom('bench', 'a'),
    finish: fc.constantFrom(null, null, null, 'stop'),
    escaped: fc.boolean(),
    more: fc.constantFrom('', '', 'x'),
  }),
  { maxLength: 12 },
);

function chunkOf({ text, model, finish, escaped, more }: Told): string {
  const choices = [{ index: 0, delta: { content: text }, finish_reason: finish }];
  const json = JSON.stringify({ object: 'chunk', model, choices, more });
  return escaped ? json.replaceAll('a', String.raw`\u0061`) : json;
}

describe('what the chunks of a stream have in common', () => {
  it('changes nothing of what is read', () => {
    fc.assert(
      fc.property(chunks, (told) => {
        const reader = new ChatCompletionsReader('A provider');
        let isFinished = false;
        for (const one of told) {
          expect(reader.take(chunkOf(one))).toEqual({ text: one.text, isLast: false });
          isFinished ||= one.finish !== null;
          expect(reader.finish?.reason).toBe(isFinished ? 'stop' : undefined);
        }
      }),
    );
  });

  it('hides neither an error nor a refusal among them', () => {
    const reader = new ChatCompletionsReader('A provider');
    const one = { text: 'b', model: 'bench', finish: null, escaped: false, more: '' };
    reader.take(chunkOf(one));
    expect(reader.take(chunkOf({ ...one, text: 'c' })).text).toBe('c');
    const bad = chunkOf(one).replace('{"object"', '{"error":{"code":"overloaded"},"object"');
    expect(() => reader.take(bad)).toThrow();
    const broken = chunkOf(one).replace('"b"', '"b"}');
    expect(() => reader.take(broken)).toThrow('nobody can read');
  });
});
