import { describe, expect, it } from 'vitest';
import { splitJsonArray } from '#server/services/textFiles/jsonArray.ts';
import { pieceMaxBytes, splitLines } from '#server/services/textFiles/pieces.ts';
import { inChunks, piecesOf } from '../../../../setup/chunks.ts';
import { Random } from '../../../../setup/random.ts';

async function elements(text: string, size?: number): Promise<unknown[]> {
  const pieces = await piecesOf(splitJsonArray(inChunks(text, size)));
  return pieces.map(({ line, text, problem }) => [line, problem ?? text?.trim()]);
}

const cutOff = 'file ends before its JSON array does';
const noEnd = 'row does not end before the next one begins';

describe('the reader of a JSON array', () => {
  it.for<[string, string, unknown[]]>([
    [
      'cuts it at the commas between its elements',
      '[{"a":1},{"b":[1,2]}]',
      [
        [1, '{"a":1}'],
        [1, '{"b":[1,2]}'],
      ],
    ],
    [
      'knows the line on which an element begins',
      '[\n  {"a":\n1},\n\n  {"b":2}\n]\n',
      [
        [2, '{"a":\n1}'],
        [5, '{"b":2}'],
      ],
    ],
    [
      'takes brackets, commas and quotes within strings as they are',
      String.raw`["],[{\"",{"a":"}\\"}]`,
      [
        [1, String.raw`"],[{\""`],
        [1, String.raw`{"a":"}\\"}`],
      ],
    ],
    ['finds nothing in an empty one', ' [ ] ', []],
    ['passes over a comma at the end', '[1,]', [[1, '1']]],
    [
      'keeps the place of a missing element',
      '[1,,2]',
      [
        [1, '1'],
        [1, ''],
        [1, '2'],
      ],
    ],
    [
      'says that it is cut off',
      '[{"a":1},\n{"b',
      [
        [1, '{"a":1}'],
        [2, cutOff],
      ],
    ],
    ['says that it does not end', '[{"a":1}\n', [[1, cutOff]]],
    ['says that there is none', '\n', [[2, 'file has no JSON array']]],
    [
      'says once that something follows',
      '[1] x\ny',
      [
        [1, '1'],
        [1, 'file has text outside its JSON array'],
      ],
    ],
    [
      'finds the next element after a missing brace',
      '[{"a":{"b":1},\n{"c":2},\n{"d":3}]',
      [
        [1, noEnd],
        [2, '{"c":2}'],
        [3, '{"d":3}'],
      ],
    ],
    [
      'finds the next element after a missing quote',
      '[{"a":"b},\n{"c":2}]',
      [
        [1, noEnd],
        [2, '{"c":2}'],
      ],
    ],
    [
      'leaves a brace too many to its element',
      '[{"a":1}},{"b":2}]',
      [
        [1, '{"a":1}}'],
        [1, '{"b":2}'],
      ],
    ],
  ])('%s', async ([, text, expected]) => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      expect(await elements(text, size), `in chunks of ${size}`).toEqual(expected);
    }
  });

  it('skips an element that is too long, and continues with the next one', async () => {
    const long = JSON.stringify('x'.repeat(pieceMaxBytes));
    expect(await elements(`[1,${long},2]`, 1_000_000)).toEqual([
      [1, '1'],
      [1, `row has more than ${pieceMaxBytes} bytes`],
      [1, '2'],
    ]);
  });

  it('returns the elements that JSON.parse finds, for any boundaries of chunks', async () => {
    const random = new Random(Number(process.env['JSON_SEED'] ?? Date.now() % 1_000_000));
    for (let round = 0; round < 300; round += 1) {
      const values = Array.from({ length: random.whole(0, 5) }, () => randomValue(random, 3));
      const text = JSON.stringify(values, null, random.whole(0, 2));
      const pieces = await piecesOf(splitJsonArray(inChunks(text, random.whole(1, 40))));
      expect(
        pieces.map((piece) => JSON.parse(piece.text ?? '') as unknown),
        `seed ${random.seed}`,
      ).toEqual(values);
    }
  });
});

describe('the reader of lines', () => {
  it('ends a line at a line feed only, and needs none at the end', async () => {
    for (const size of [1, 3, 1_000]) {
      const pieces = await piecesOf(splitLines(inChunks('a\u2028b\rc\r\n\n챗', size)));
      expect(pieces).toEqual([
        { line: 1, text: 'a\u2028b\rc\r' },
        { line: 2, text: '' },
        { line: 3, text: '챗' },
      ]);
    }
  });

  it('skips a line that is too long, and continues with the next one', async () => {
    const text = `a\n${'x'.repeat(pieceMaxBytes + 1)}\nb`;
    expect(await piecesOf(splitLines(inChunks(text, 1_000_000)))).toEqual([
      { line: 1, text: 'a' },
      { line: 2, problem: `row has more than ${pieceMaxBytes} bytes` },
      { line: 3, text: 'b' },
    ]);
  });
});

function randomValue(random: Random, depth: number): unknown {
  const kind = random.whole(0, depth > 0 ? 4 : 2);
  if (kind === 0) return random.whole(-5, 1_000);
  if (kind === 1) return random.oneOf([null, true, false]);
  if (kind === 2) return random.oneOf(['', ',', '"', '\\', ']}', '[{', '\n', '챗 ❤️', '\\"']);
  const length = random.whole(0, 3);
  if (kind === 3) return Array.from({ length }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length }, (_, place) => [`key ${place}`, randomValue(random, depth - 1)]),
  );
}
