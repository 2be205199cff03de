import { describe, expect, it } from 'vitest';
import { answerUrl } from '#markdown/answerUrl.ts';
import { partsOfCode, partsOfPieces } from '#islands/answer/codeParts.ts';
import { readMaths } from '#markdown/readMaths.ts';
import { BlockSplitter, type Block } from '#markdown/splitBlocks.ts';
import { sentencesOf } from '#islands/chat/message/sentences.ts';

const splitBlocks = (text: string) => new BlockSplitter().split(text);

describe('splitting Markdown', () => {
  it('separates paragraphs, headings, tables and lists', () => {
    const text = '# One\n\nTwo\nlines\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y';
    expect(sources(text)).toEqual([
      '# One',
      'Two\nlines',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '- x\n- y',
    ]);
  });

  it('takes fenced code out of the text, closed or still open', () => {
    const code = 'const a = 1;\n\n~~~\nconst b = 2;';
    expect(splitBlocks(`Before\n\`\`\`js title\n${code}\n\`\`\`\nAfter`).blocks).toEqual([
      { kind: 'text', source: 'Before' },
      { kind: 'code', info: 'js title', code, closed: true },
      { kind: 'text', source: 'After' },
    ]);
    expect(splitBlocks('~~~~\na\n\n~~~\nb').blocks).toEqual([
      { kind: 'code', info: '', code: 'a\n\n~~~\nb', closed: false },
    ]);
  });

  it('keeps a list with blank lines and code in it whole', () => {
    const list = '1. One\n\n   ```\n   a\n\nb\n   ```\n\n   More of one\n\n2. Two';
    expect(sources(`${list}\n\nAfter`)).toEqual([list, 'After']);
  });

  it('takes footnotes out, with their indented paragraphs', () => {
    expect(splitBlocks('See.[^1]\n\n[^1]: One\n    two\n\n    three\n[^b]: Four').blocks).toEqual([
      { kind: 'text', source: 'See.[^1]' },
      { kind: 'footnote', label: '1', source: 'One\ntwo\n\nthree' },
      { kind: 'footnote', label: 'b', source: 'Four' },
    ]);
  });

  it('finds the definitions of links in every position', () => {
    const { definitions } = splitBlocks(
      'See [one][1].\n\n```\n[no]: a\n```\n\n[1]: https://a.example',
    );
    expect(definitions).toEqual(['[1]: https://a.example']);
  });

  it('returns the same for any growth of the text', () => {
    const text =
      '# Title\r\n\nA [link][1].\n```js\nlet a;\n\n```\n- a\n\n  b\n- c\n\n1\n\n[^1]: Note\n    more\n\n[1]: https://a.example\nEnd\n~~~\nopen';
    const splitter = new BlockSplitter();
    for (let length = 0; length <= text.length; length += 1) {
      const part = text.slice(0, length);
      expect(splitter.split(part)).toEqual(splitBlocks(part));
    }
    expect(splitter.split('Something else')).toEqual(splitBlocks('Something else'));
  });

  it('keeps blocks that cannot change, so that they are not drawn again', () => {
    const splitter = new BlockSplitter();
    const [first] = splitter.split('One\n\nTwo\n\nThree\n\nFour').blocks;
    expect(splitter.split('One\n\nTwo\n\nThree\n\nFour more').blocks[0]).toBe(first);
  });

  it('keeps parts of many blocks', () => {
    const text = Array.from({ length: 40 }, (_, place) => `Block ${place}`).join('\n\n');
    const splitter = new BlockSplitter();
    const { blocks, parts, definitions } = splitter.split(text);
    const more = splitter.split(`${text} and more`);
    expect(parts.flat()).toEqual(blocks);
    expect(more.parts.map((part, place) => part === parts[place])).toEqual([true, true, false]);
    expect(more.definitions).toBe(definitions);
  });
});

describe('long code', () => {
  it('has the same parts with colours and without', () => {
    const lines = Array.from({ length: 90 }, (_, line) => `line ${line};`);
    const code = lines.join('\n');
    const cuts = [0, 40, 41, 300, 301, 320, 700, code.length];
    const pieces = cuts.slice(1).map((end, place) => ({
      text: code.slice(cuts[place], end),
      role: place % 2 === 0 ? 'token-key' : undefined,
    }));
    const texts = partsOfPieces(pieces).map((part) => part.map(({ text }) => text).join(''));
    expect(texts).toEqual(partsOfCode(code));
    expect(texts.length).toBe(4);
    expect(texts.join('')).toBe(code);
    expect(partsOfCode('one\ntwo')).toEqual(['one\ntwo']);
  });
});

describe('maths', () => {
  it.each([
    ['$x^2$ and', 'x^2', false],
    ['$n$th', 'n', false],
    ['$$a + b$$ and', 'a + b', true],
    ['\\(a_1\\) and', 'a_1', false],
    ['\\[a = b\\] and', 'a = b', true],
    ['$\\$5$', '\\$5', false],
  ])('is read in %s', (source, text, display) => {
    expect(readMaths(source, 'inline')).toMatchObject({ text, display });
  });

  it.each([
    '$5 and $10',
    '$5, or $ 10',
    '$5-$10',
    '$ x$',
    '$x $',
    '$a\nb$',
    '$',
    '$$',
    '\\[1\\]',
    '\\(open',
  ])('is not read in %s', (source) => {
    expect(readMaths(source, 'inline')).toBeUndefined();
  });

  it('is read from lines of its own', () => {
    expect(readMaths('$$\na\n= b\n$$\nText', 'block')).toMatchObject({
      text: 'a\n= b',
      raw: '$$\na\n= b\n$$\n',
    });
    expect(readMaths('\\[\na\n\\]', 'block')).toMatchObject({ text: 'a', display: true });
    expect(readMaths('$$\na\n\nb\n$$', 'block')).toBeUndefined();
  });
});

describe('a link in an answer', () => {
  it.each([
    ['https://example.org/a?b#c', 'example.org'],
    ['mailto:a@b.example', ''],
  ])('leads to %s', (href, host) => {
    expect(answerUrl(href, 'own.example')?.host).toBe(host);
  });

  it.each([
    undefined,
    '/logout',
    'logout',
    '//own.example/logout',
    'https://own.example/logout',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'https://',
  ])('does not lead to %s', (href) => {
    expect(answerUrl(href, 'own.example')).toBeUndefined();
  });
});

describe('reading out', () => {
  it('waits for whole sentences', () => {
    expect(sentencesOf('Half a sen')).toBe('');
    expect(sentencesOf('One. Tw')).toBe('One. ');
    expect(sentencesOf('Version 1.5 is')).toBe('');
    expect(sentencesOf('第一句。第二')).toBe('第一句。');
    expect(sentencesOf('A line\nand')).toBe('A line\n');
  });
});

function sources(text: string): string[] {
  return splitBlocks(text).blocks.map((block: Block) => {
    if (block.kind === 'code') return block.code;
    return block.kind === 'details' ? block.summary : block.source;
  });
}
