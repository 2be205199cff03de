import { describe, expect, it } from 'vitest';
import { ThoughtFilter } from '#server/gateways/models/thoughtFilter.ts';

/** Returns the final text of a reader that gets the text in chunks of so many characters. */
function read(text: string, size: number): string {
  const filter = new ThoughtFilter();
  let seen = '';
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
  for (const next of [...pieces.map((piece) => () => filter.push(piece)), () => filter.end()]) {
    const filtered = next();
    seen = filtered.isDiscarding ? filtered.text : seen + filtered.text;
  }
  return seen;
}

/** Returns the thoughts that the filter finds in a text that arrives in chunks of so many characters. */
function thoughtsIn(text: string, size: number): string {
  const filter = new ThoughtFilter();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
  return pieces.map((piece) => filter.push(piece).thought).join('') + filter.end().thought;
}

const sizes = [1, 2, 3, 5, 1_000];

describe('thoughts in the text of an answer', () => {
  it.each([
    ['<think>\nLet me see.\n</think>\n\nParis.', 'Let me see.'],
    ['<think>one</think>\n<think>two</think>Paris.', 'onetwo'],
    ['Let me see.\n</think>\n\nParis.', 'Let me see.'],
    ['<think>Let me see', 'Let me see'],
    ['Paris <b>.', ''],
  ])('are found in %j', (text, thoughts) => {
    for (const size of sizes)
      expect(thoughtsIn(text, size).trim(), `in pieces of ${size}`).toBe(thoughts);
  });

  it.each([
    ['<think>\nLet me see.\n</think>\n\nParis.', 'Paris.'],
    ['\n <Think>a</THINK>Paris.', 'Paris.'],
    ['<think> a </think> Paris.', 'Paris.'],
    ['<think></think>\n\nParis.', 'Paris.'],
    ['<think>one</think>\n<think>two</think>Paris.', 'Paris.'],
    ['<think>a < b, </thin and <think> again</think>Paris <b>.', 'Paris <b>.'],
    ['<think>a</think>Paris.\n<think>b</think>\nBerlin.', 'Paris.\nBerlin.'],
    ['<think>a</think>Paris.\n</think>\nBerlin.', 'Paris.\n\nBerlin.'],
    ['Let me see.\n</think>\n\nParis.', 'Paris.'],
    ['Let me see.</think>Paris.', 'Paris.'],
    ['Let me see. </think> Paris.', 'Paris.'],
    ['Let me see </think>\nParis.', 'Paris.'],
    ['</think>\n\nParis.', 'Paris.'],
    ['Let me `see`.\n```\nx\n```\n</think>\nParis.', 'Paris.'],
    ['<thinking>a</thinking>Paris.', 'Paris.'],
    ['<thought>a</thought>Paris.', 'Paris.'],
    ['[THINK]a[/THINK]Paris [1].', 'Paris [1].'],
    ['◁think▷a◁/think▷Paris.', 'Paris.'],
    ['<seed:think>a</seed:think>Paris.', 'Paris.'],
    ['<|begin_of_thought|>a<|end_of_thought|>Paris.', 'Paris.'],
  ])('are removed from %j', (text, answer) => {
    for (const size of sizes) expect(read(text, size), `in pieces of ${size}`).toBe(answer);
  });

  it.each([
    '<think>\nLet me see',
    '<think>Let me see.',
    'Let me see.\n</think>\n',
    '<think>a</think>',
    `<think> ${'word '.repeat(1_000)}`,
  ])('are the whole of %j', (text) => {
    for (const size of sizes) expect(read(text, size).trim(), `in pieces of ${size}`).toBe('');
  });

  it.each([
    '',
    '\n\n Paris.\n',
    'a < b <th <think',
    '<thinker> is a word, <b>bold</b> [1](x) [THI',
    '<think> is the mark that opens thoughts.',
    'Write `<think>` first and `</think>` last.',
    'The mark </think> ends them.',
    'The mark `</think>`.\nIt ends them.',
    'The mark is </think>',
    'As in:\n```\n</think>\n```\nso.',
    'As in:\n```\n<think>\nx\n</think>\n```\nso.',
    'First\n<think>\nsecond\n</think>\nthird',
    'a </think b',
  ])('are not detected in %j', (text) => {
    for (const size of sizes) expect(read(text, size), `in pieces of ${size}`).toBe(text);
  });

  it('leave examples in code of an answer that has thoughts', () => {
    const answer = 'As in:\n```\n<think>\nx\n</think>\n```\nso.';
    for (const size of sizes) expect(read(`<think>a</think>${answer}`, size)).toBe(answer);
  });
});
