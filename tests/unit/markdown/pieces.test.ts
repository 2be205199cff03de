import { Lexer } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readMarkdown } from '#markdown/readMarkdown.ts';
import { readBareAddress } from '#markdown/bareAddress.ts';
import { cutBlock } from '#markdown/cutBlock.ts';
import { cutInline, weightOf } from '#markdown/cutInline.ts';
import { linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { markdownToHtml } from '#markdown/markdownToHtml.ts';
import { hardTexts } from '../../setup/textReaders.ts';
import { shareWords } from '../../fixtures/shareWords.ts';

afterEach(() => vi.restoreAllMocks());

describe('a long paragraph', () => {
  it('is cut between words, into small parts', () => {
    const text = 'A **bold** word, `code` and [a link](https://a.example/b). '.repeat(200);
    const parts = cutInline(text);
    expect(parts.join('')).toBe(text);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(weightOf(part)).toBeLessThanOrEqual(3_000);
  });

  it('is cut outside of links, code, formulas and bold text', () => {
    const piece = '[one two](https://a.example) `three four` $five + six$ **seven eight** ';
    const parts = cutInline(piece.repeat(100));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.split('`').length % 2).toBe(1);
      expect(part.split('[').length).toBe(part.split('](').length);
    }
  });

  it.each([
    ['word ', `**${'bold '.repeat(60).trim()}** `],
    ['这是一句很长的话，', `**${'重要的文字，'.repeat(40)}完**，`],
    ['word ', `***${'bold '.repeat(60).trim()}*** `],
  ])('keeps a long bold passage whole in every position: %s', (piece, bold) => {
    for (let before = 1_500; before < 3_200; before += 70) {
      const start = piece.repeat(Math.ceil(before / piece.length));
      const parts = cutInline(start + bold + piece.repeat(300));
      for (const part of parts) expect(part.split('**').length % 2).toBe(1);
    }
  });

  it('is cut anywhere if it has no space, but not inside a character', () => {
    const parts = cutInline('😀'.repeat(4_001));
    expect(parts.join('')).toBe('😀'.repeat(4_001));
    for (const part of parts) expect(part.isWellFormed()).toBe(true);
  });

  it('stays whole up to 1,000 plain words', () => {
    expect(cutInline('ab '.repeat(999))).toHaveLength(1);
  });
});

describe('a long block', () => {
  it('is cut before an item of a list, not before an item within it', () => {
    const parts = cutBlock('1. One\n   - two\n   - three\n'.repeat(500));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toMatch(/^1\. One/);
  });

  it('repeats the head of a table', () => {
    const parts = cutBlock(`|a|b|\n|-|-|\n${'|one|two|\n'.repeat(1_500)}`);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.startsWith('|a|b|\n|-|-|\n')).toBe(true);
  });

  it('opens code in a list again, so that the text after the code is no code', () => {
    const code = `\`\`\`ts\n${'   const a = 1;\n'.repeat(700)}   \`\`\``;
    const parts = cutBlock(`1. Do this:\n\n   ${code}\n\n2. Then **that**.`);
    expect(parts).toHaveLength(2);
    expect(parts[1]).toMatch(/^ {3}```ts\n {3}const/);
    expect(readMarkdown(parts[1]!).map(({ type }) => type)).toEqual(['code', 'space', 'list']);
    const wide = cutBlock(`- a\n  ~~~${'b'.repeat(9_000)}\n${'  c\n'.repeat(9_000)}`);
    expect(wide.join('').length).toBeLessThan(50_000);
  });

  it('has every line once', () => {
    const text = Array.from({ length: 4_000 }, (_, index) => `line ${index}`).join('\n');
    expect(cutBlock(text).join('\n')).toBe(text);
  });
});

describe('an address without markup', () => {
  it.each([
    ['www.a.example', 'www.a.example'],
    ['https://a.example/b?c=d#e, and', 'https://a.example/b?c=d#e'],
    ['http://a.example.', 'http://a.example'],
    ['www.a.example/b_(c))', 'www.a.example/b_(c)'],
    ['www.a.example)', 'www.a.example'],
    ['www.a.example?q=(b', 'www.a.example?q=(b'],
    ['www.a.example?a=b&copy;', 'www.a.example?a=b'],
    ['www.a.example;b', 'www.a.example;b'],
    ['ftp://a.example/"\'', 'ftp://a.example/'],
  ])('ends before the rest of its sentence: %s', (text, address) => {
    expect(readBareAddress(text)).toMatchObject({ raw: address, text: address });
  });

  it('begins with a protocol or www.', () => {
    expect(readBareAddress('a.example')).toBeNull();
    expect(readBareAddress('https://')).toBeNull();
  });
});

describe('the definitions of links', () => {
  it('are added to the parts that use them, up to a limit', () => {
    const lines = Array.from({ length: 900 }, (_, index) => `[a${index}]: https://a.example/b`);
    const definitions = linkDefinitions(lines);
    expect(linksOf('[A1] and [text][a2]', definitions)).toBe(`${lines[1]}\n${lines[2]}`);
    const all = lines.map((_, index) => `[a${index}]`).join(' ');
    expect(linksOf(all, definitions).length).toBeLessThan(4_300);
  });
});

describe('the Markdown of a stranger', () => {
  const length = 20_000;

  it.each([
    ['the chat', (text: string) => void readMarkdown(text)],
    ['a shared page', (text: string) => void markdownToHtml(text, shareWords)],
  ])('reaches the parser in short parts in %s, each a few times only', (_, read) => {
    const parse = Lexer.prototype.inlineTokens;
    let characters = 0;
    let longest = 0;
    vi.spyOn(Lexer.prototype, 'inlineTokens').mockImplementation(function count(
      this: Lexer,
      source,
      tokens,
    ) {
      characters += source.length;
      longest = Math.max(longest, source.length);
      return parse.call(this, source, tokens);
    });
    for (const kind of ['"www.a.("', '"_*a"', '"["', '"- a\\n  b\\n"', 'a wide table']) {
      characters = 0;
      read(hardTexts(length).get(kind)!);
      expect(longest).toBeLessThanOrEqual(3_000);
      expect(characters).toBeLessThanOrEqual(12 * length);
    }
  });

  it('has at most as many cells as the text of its tables explains', () => {
    const table = (rows: number) =>
      `${'|a'.repeat(600)}|\n${'|-'.repeat(600)}|${'\n|b'.repeat(rows)}`;
    const cells = (rows: number) => markdownToHtml(table(rows), shareWords).split('<t').length;
    expect(cells(3)).toBeGreaterThan(1_200);
    expect(cells(1_000)).toBeLessThan(600);
  });
});
