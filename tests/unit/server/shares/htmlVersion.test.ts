import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerPieces } from '#server/services/shares/answerPieces.ts';
import { htmlVersion } from '#server/services/shares/renderAnswers.ts';
import { hardTexts } from '../../../setup/textReaders.ts';

const source = {
  number: 1,
  kind: 'page' as const,
  url: 'https://a.example/b',
  title: 'A',
  host: 'a.example',
  date: null,
  age: 'recent' as const,
  fetched: '2026-01-02T03:04:05Z',
  text_hash: 'a',
  quotes: [],
};
const search = { scope: 'web' as const, queries: ['a'], sources: [source], follow_ups: [] };

const texts = [
  ...hardTexts(400).values(),
  '# A\n\n### B\n\n| a | b |\n|---|--:|\n| 1 | `2` |\n\n- [x] **c** [d][e] ![f](https://a.example/g)\n\n[e]: https://a.example',
  '$a^2$ \\(\\frac12\\) $$\\def\\a{b}\\a$$\n\n```ts\nlet x = 1 < 2;\n```\n\n> <b>1</b> & &amp; [1] [?] \\*',
  'A **bold** word, `code` and [a link](https://a.example/b). '.repeat(200),
  '1. One\n   - two\n'.repeat(800),
  'H<sub>2</sub>O <mark>**a**</mark>\n\n<details><summary>`b`</summary>\n\n- c[^d]\n</details>\n\n[^d]: $\\ce{H2O}$',
  'One[^a]<br>two[^b][^c]\n\n[^b]: Note\n\n[^a]: `b`',
];

/** The HTML of many texts for each version. A new one is added below when the version was increased. */
const hashes: Readonly<Record<number, string>> = {
  2: '66aa1cbbc6e086c0',
  3: 'a594d59c62bca87d',
  4: 'c71c16870400479b',
  5: '0c0a449872b6b270',
  6: '58a25fe0a212e99e',
};

it('gives the HTML of answers a new version when it changes, because stored HTML would stay old', () => {
  const html = texts.flatMap((text) =>
    [null, search].map((found) =>
      [...answerPieces({ id: 'a', text, search: found }, 'own.example')].join(''),
    ),
  );
  const hash = createHash('sha256').update(JSON.stringify(html)).digest('hex').slice(0, 16);
  expect(hash).toBe(hashes[htmlVersion]);
});
