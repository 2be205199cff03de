import { describe, expect, it } from 'vitest';
import {
  neutralizeFormula,
  restoreFormula,
  restoreText,
  safeCell,
  writeCells,
} from '#server/services/textFiles/csv.ts';
import { readCsv } from '#server/services/textFiles/csvRecords.ts';
import { pieceMaxBytes } from '#server/services/textFiles/pieces.ts';
import { Random } from '../../../../setup/random.ts';
import { inChunks } from '../../../../setup/chunks.ts';

/** The line of each record, and its cells or its fault. */
async function rows(text: string, size?: number, delimiter = ','): Promise<unknown[]> {
  const found = [];
  for await (const record of readCsv(inChunks(text, size), delimiter)) {
    found.push([record.line, 'problem' in record ? record.problem : record.cells]);
  }
  return found;
}

describe('the reader of CSV', () => {
  it.for<[string, string, unknown[]]>([
    [
      'takes lines apart at commas',
      'a,b\nc,d\n',
      [
        [1, ['a', 'b']],
        [2, ['c', 'd']],
      ],
    ],
    [
      'takes carriage returns before line feeds',
      'a,b\r\nc,d\r\n',
      [
        [1, ['a', 'b']],
        [2, ['c', 'd']],
      ],
    ],
    ['needs no line break at the end', 'a,b', [[1, ['a', 'b']]]],
    [
      'keeps empty cells',
      ',a,\n,,\n',
      [
        [1, ['', 'a', '']],
        [2, ['', '', '']],
      ],
    ],
    [
      'passes over empty lines',
      'a\n\n\r\nb',
      [
        [1, ['a']],
        [4, ['b']],
      ],
    ],
    [
      'keeps commas, quotes and line breaks within quotes',
      '"a,b","c ""d""","e\r\nf"\ng,h,i',
      [
        [1, ['a,b', 'c "d"', 'e\r\nf']],
        [3, ['g', 'h', 'i']],
      ],
    ],
    ['takes a quote within a cell as it is', 'a"b,5" disk\n', [[1, ['a"b', '5" disk']]]],
    ['keeps a lone carriage return', 'a\rb,c\n', [[1, ['a\rb', 'c']]]],
    [
      'gives up the line with text after a quote only',
      '"a"b,c\nd,e\n',
      [
        [1, 'row has text after a closing quote'],
        [2, ['d', 'e']],
      ],
    ],
    [
      'gives up the line with an open quote only',
      'a,b\n"c,d\ne,f\n',
      [
        [1, ['a', 'b']],
        [2, 'row has a quote that is not closed'],
        [3, ['e', 'f']],
      ],
    ],
    [
      'loses no row that an open quote seems to swallow',
      '"a,b\n"c","d"\n"e","f"\n',
      [
        [1, 'row has text after a closing quote'],
        [2, ['c', 'd']],
        [3, ['e', 'f']],
      ],
    ],
  ])('%s', async ([, text, expected]) => {
    for (const size of [1, 2, 3, 7, 1_000])
      expect(await rows(text, size), `in chunks of ${size}`).toEqual(expected);
  });

  it('loses only one of several broken lines in a row', async () => {
    const text = 'a;"b"c\n"d;e\nf;g,"h"\n"i" ;j\nk;"l\nm"\r';
    for (const size of [1, 5, 1_000]) {
      expect(await rows(text, size, ';'), `in chunks of ${size}`).toEqual([
        [1, 'row has text after a closing quote'],
        [2, 'row has text after a closing quote'],
        [3, ['f', 'g,"h"']],
        [4, 'row has text after a closing quote'],
        [5, ['k', 'l\nm']],
      ]);
    }
  });

  it('skips a row that is too long, and continues with the next line', async () => {
    const long = `"${'x'.repeat(pieceMaxBytes)}`;
    expect(await rows(`a,b\n${long}\nc,d\n`, 1_000_000)).toEqual([
      [1, ['a', 'b']],
      [2, `row has more than ${pieceMaxBytes} bytes`],
      [3, ['c', 'd']],
    ]);
  });

  it('reads written rows, for any texts and any boundaries of chunks', async () => {
    const random = new Random(Number(process.env['CSV_SEED'] ?? Date.now() % 1_000_000));
    for (let round = 0; round < 300; round += 1) {
      const table = Array.from({ length: random.whole(1, 6) }, () =>
        Array.from({ length: 3 }, () => randomText(random)),
      );
      const text = table.map((cells) => `${writeCells(cells.map(safeCell))}\n`).join('');
      const read = (await rows(text, random.whole(1, 40))) as [number, string[]][];
      const cells = read.map(([, found]) => found.map(restoreText));
      expect(cells, `seed ${random.seed}`).toEqual(table);
    }
  });
});

describe('a cell that would begin a formula', () => {
  it.for(['=1+1', '+49', '-', '@someone', '\tx', '\rx', "'=quoted", "''@twice", '＝wide'])(
    'is made harmless and restored: %j',
    (text) => {
      expect(neutralizeFormula(text)).toBe(`'${text}`);
      expect(restoreFormula(neutralizeFormula(text))).toBe(text);
    },
  );

  it.for(['plain', "'quoted", '5-3', "it's = fine", ''])('is an ordinary cell: %j', (text) => {
    expect(neutralizeFormula(text)).toBe(text);
    expect(restoreFormula(text)).toBe(text);
  });
});

describe('a cell with control characters', () => {
  it.for([
    ['a\u001b[31mred', String.raw`a\x1b[31mred`],
    ['\u001b=1+1', String.raw`\x1b=1+1`],
    ['\u0000\u0007\u007f\u0085\u009b', String.raw`\x00\x07\x7f\x85\x9b`],
    [String.raw`written: \x1b`, String.raw`written: \x5cx1b`],
    [String.raw`written: \x5cx1b`, String.raw`written: \x5cx5cx1b`],
    ['one\r\n\ttwo', 'one\r\n\ttwo'],
  ] as const)('is printed harmlessly and restored: %j', ([text, cell]) => {
    expect(safeCell(text)).toBe(cell);
    expect(restoreText(cell)).toBe(text);
  });

  it('keeps other backslashes of foreign files', () => {
    const path = String.raw`C:\xylophone \x41 \x5c \n`;
    expect(restoreText(path)).toBe(path);
  });
});

function randomText(random: Random): string {
  const parts = [
    'a',
    '"',
    '""',
    ',',
    '\n',
    '\r',
    '\r\n',
    '=',
    '@',
    "'",
    ' ',
    '|',
    '챗',
    '\u001b',
    '\\',
    'x1b',
    'x5c',
    '❤️',
    '\u2028',
  ] as const;
  return Array.from({ length: random.whole(0, 6) }, () => random.oneOf(parts)).join('');
}
