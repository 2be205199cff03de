import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import { spellOutMarks } from '#server/services/conversations/export/answerParts.ts';
import { CheckedAnswer } from '#server/services/search/checkedAnswer.ts';

const source: SearchSource = {
  number: 1,
  kind: 'page',
  url: 'https://bridge.example/',
  host: 'bridge.example',
  title: 'Bridge',
  date: null,
  age: 'undated',
  fetched: '2026-01-01T00:00:00.000Z',
  text_hash: '',
  quotes: [{ text: 'The bridge has two towers. It opened in 1931.', start: 0, end: 45 }],
};

/** Returns the checked text of an answer that arrives in pieces, and its suggested questions. */
function check(answer: string, pieceLength = 7, discarded = '') {
  let text = '';
  const target = {
    signal: new AbortController().signal,
    isBlank: false,
    firstText: undefined,
    abort: () => undefined,
    discard: () => {
      text = '';
    },
    append: (piece: string) => {
      text += piece;
    },
    flushText: () => undefined,
  };
  const checked = new CheckedAnswer(target, [source]);
  if (discarded !== '') {
    checked.append(discarded);
    checked.discard();
  }
  for (let at = 0; at < answer.length; at += pieceLength) {
    checked.append(answer.slice(at, at + pieceLength));
  }
  checked.flushText();
  return { text, followUps: checked.followUps };
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

/** Code and formulas as models write them, each with something that looks like a citation, a link or a fact. */
const fixed: readonly string[] = [
  fence('python', 'for i in range(45):\n    print(xs[0], xs[2])  # see [3], 77 times. Yes!'),
  fence('python', '>>> parts[1:3]\n[2, 3]\n>>> re.findall(r"[?]", text)'),
  fence('ts', 'const names: Map<string, number[]> = new Map();\nreturn rows[1](arg);'),
  fence('go', 'var m map[string][]int\nx := <-done\nfmt.Printf("%d%%\\n", 88)'),
  fence(
    'sh',
    'curl -sS https://api.example/v1?x=[1] | grep -E "^[0-9]{3}" > out.txt\nssh root@host',
  ),
  fence('yaml', 'image: "https://example.org/a.png"\nports: [8080, 9090]\n- [1]: x'),
  fence('json', '{"a": [1, 2], "b": [[0, 1], [7]], "url": "www.example.org"}'),
  fence('html', '<a href="https://evil.example">x</a><img src=x>\n<!-- no -->'),
  fence('regex', '^(?:[1]|[^7])+@[?]$'),
  fence('', '![alt](https://example.org/x.png)\n\n[text](https://example.org)'),
  '~~~js\nxs[2] = 99;\n~~~',
  '- Step:\n\n      xs[2] = 99\n      see www.example.org\n\n- Next',
  '1. Step\n   - Inner\n\n         xs[2] = 99',
  '## Code\n    xs[2] = 99',
  '```\nx\n```\n    xs[2] = 99',
  '> ```\n> x\n    xs[2] = 99',
  '```diff\n> ```\n- xs[2] = 99\n```',
  '     ```\n\n`xs[2]`',
  'The start $$\n```\nxs[2] = [3] 99\n```',
  '$$\n```sh\nxs[2] = 99 www.example.org\n```',
  '- Step:\n\n  ```js\n  xs[2] = 99;\n\n  // www.example.org\n  ```',
  '> ```js\n> xs[2] = 99;\n> ```',
  'Text before.\n\n    xs[2] = 99\n    see www.example.org',
  '$$\nx_{[1]} = 99 \\cdot y. \\text{Yes! } z\n$$',
  '$$a[2] = 17$$',
  '\\[\n\\sum_{i=1}^{99} a_i = [3]\n\\]',
];

const inline: readonly string[] = [
  '`print(xs[0], xs[2])`',
  '`range(45)`',
  '`Map<string, number>`',
  '`https://example.org/a[1]?b=2`',
  '``a `[2]` b``',
  '`sed -E "s/[?]/x/g"`',
  '`user@example.org`',
  '`a. B! C? 99`',
  '$x_{[2]} = 99$',
  '$n! = 720. Y$',
  '\\(f(x) = [3] + 99\\)',
  '$\\href{https://example.org}{x}$',
];

const pieceLengths = [1, 7, 1_000];

describe('a restarted answer of AI search', () => {
  it('computes nothing from the numbers of the discarded text', () => {
    const answer = 'It is 1929 years older [1].';
    const stated = 'Towers: 2. It opened in 1931 [1]. ';
    expect(check(`${stated}${answer}`).text).toBe(`${stated}${answer}`);
    expect(check(answer, 7, `${stated}More.`).text).toBe(`${answer}[?]`);
  });
});

describe('code and formulas in an answer of AI search', () => {
  it.each(fixed)('are unchanged in a block: %j', (block) => {
    const answer = `The bridge has two towers [1].\n\n${block}\n\nIt opened in 1931 [1].`;
    for (const length of pieceLengths) expect(check(answer, length).text).toBe(answer);
  });

  it.each(inline)('are unchanged in a sentence: %s', (span) => {
    const answer = `Write ${span} here [1]. The bridge (${span}) has ${span} two towers [1].\n- ${span}: [1]\n| ${span} | [1] |`;
    for (const length of pieceLengths) expect(check(answer, length).text).toBe(answer);
  });

  it.each(inline)('get no mark of an unsupported sentence: %s', (span) => {
    const answer = `The bridge has 9 towers, see ${span}. It opened in 1931 [1].`;
    const marked = `The bridge has 9 towers, see ${span}.[?] It opened in 1931 [1].`;
    expect(check(`[1] ${answer}`).text).toBe(`[1] ${marked}`);
  });

  it('are unchanged in any order and any chunks', () => {
    const part = fc.oneof(
      fc.constantFrom(...inline),
      fc.constantFrom(...fixed.map((block) => `\n\n${block}\n\n`)),
      fc.constantFrom('Two towers. ', ' and ', ' [1] ', '\n', '\n\n', '**bold** ', '- item\n'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(30), (parts, length) => {
        const spaced = parts.join(' ');
        const answer = `[1] ${spaced}`;
        expect(check(answer, length + 1).text).toBe(answer);
      }),
      { seed: 33, numRuns: 150 },
    );
  });

  it('are text if they are not closed', () => {
    expect(check('The list [0, 1] and `two towers [1][9].').text).toBe(
      'The list [0, 1] and `two towers [1].[?]',
    );
    for (const prose of [
      'A Map<string, number> has two keys [1].',
      'A List<a>, a Map<object, link> and a Vec<u8> have two keys [1].',
      'It imports react@19 and logs in as root@host [1].',
    ]) {
      expect(check(prose).text.replaceAll('[?]', '')).toBe(prose);
    }
    expect(check('A List<script> and <img src=x> [1].').text).toBe(
      'A List< script> and < img src=x> [1].',
    );
    expect(check('Write to a@example.org [1].').text).toBe('Write to `a at example.org` [1].');
    expect(check('It is in [the docs](https://evil.example/a_(b)) [1].').text).toBe(
      'It is in the docs [1].',
    );
    expect(check('It has `5` towers [1].').text).toBe('It has `5` towers [1].[?]');
  });

  it('are no suggested questions, and stay in them', () => {
    const { text, followUps } = check(
      `${fence('python', '>>> 1 + 1')}\n\nTwo towers [1].\n\n>>> What does \`xs[0]\` do?\n>>> Is it [old](https://evil.example)?`,
    );
    expect(text).toContain('>>> 1 + 1\n');
    expect(followUps).toEqual(['What does xs[0] do?', 'Is it old?']);
  });

  it('keep their signs in the export, which writes the marks as words', () => {
    const labels = { sources: 'Sources', unsupported: 'not found', deleted: 'deleted' };
    const code = fence('regex', 'a[?]b');
    expect(spellOutMarks(`It has 5.[?] \`[?]\`\n\n${code}\n\n$x[?]$ 7 [1][?]`, labels)).toBe(
      `It has 5. *(not found)* \`[?]\`\n\n${code}\n\n$x[?]$ 7 [1] *(not found)*`,
    );
  });
});
