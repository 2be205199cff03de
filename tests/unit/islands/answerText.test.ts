import { describe, expect, it } from 'vitest';
import { answerUrl } from '#islands/chat/answerUrl.ts';
import { splitBlocks } from '#islands/chat/markdownSplit.ts';
import { sentencesOf } from '#islands/chat/sentences.ts';

describe('splitting Markdown', () => {
  it('separates paragraphs, headings, tables and lists', () => {
    const text = '# One\n\nTwo\nlines\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y';
    expect(splitBlocks(text)).toEqual([
      '# One',
      'Two\nlines',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '- x\n- y',
    ]);
  });

  it('keeps fenced code whole, closed or still open', () => {
    const code = '```js\nconst a = 1;\n\n~~~\nconst b = 2;\n```';
    expect(splitBlocks(`Before\n\n${code}\n\nAfter`)).toEqual(['Before', code, 'After']);
    expect(splitBlocks('```\na\n\nb')).toEqual(['```\na\n\nb']);
  });

  it('keeps a list with blank lines whole', () => {
    const list = '1. One\n\n   More of one\n\n2. Two';
    expect(splitBlocks(`${list}\n\nAfter`)).toEqual([list, 'After']);
  });

  it('changes only the last block while the text grows', () => {
    const text = '# Title\n\nA paragraph.\n\n- a\n- b\n\n```\ncode\n\nmore\n```\n\nThe end.';
    for (let length = 1; length <= text.length; length += 1) {
      const now = splitBlocks(text.slice(0, length));
      const next = splitBlocks(text.slice(0, length + 1));
      expect(next.slice(0, now.length - 1)).toEqual(now.slice(0, -1));
    }
  });

  it('gives link definitions to every block', () => {
    expect(splitBlocks('See [one][1].\n\nAnd more.\n\n[1]: https://a.example')).toEqual([
      'See [one][1].\n\n[1]: https://a.example',
      'And more.\n\n[1]: https://a.example',
      '[1]: https://a.example\n\n[1]: https://a.example',
    ]);
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
