import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AnswerText } from '#islands/answer/AnswerText.tsx';
import { TextProvider } from '#islands/shared/text.tsx';
import { hostileMarkdown } from '../../fixtures/hostileMarkdown.ts';

describe('Markdown of an answer', () => {
  it.each([
    ['# Title', '<h3>Title</h3>'],
    [
      '**a** _b_ ~~c~~ `d < e`',
      '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d &lt; e</code></p>',
    ],
    ['&lt;b&gt; &copy; &#8364; &nope;', '<p>&lt;b&gt; © € &amp;nope;</p>'],
    ['&valueOf;', '<p>&amp;valueOf;</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
    ['a<br>b', '<p>a<br/>b</p>'],
    ['---', '<hr/>'],
    ['It is $5 and $10.', '<p>It is $5 and $10.</p>'],
    ['x\\\ny', '<p>x<br/>y</p>'],
  ])('%s becomes elements', (source, expected) => {
    expect(markup(source)).toBe(expected);
  });

  it('closes what is open only in the last block, and only while the answer is written', () => {
    const text = 'a **b\n\nc **d';
    expect(markup(text)).toBe('<p>a **b</p><p>c **d</p>');
    expect(markup(text, true)).toBe('<p>a **b</p><p>c <strong>d</strong></p>');
    const details = '<details><summary>a</summary>\n\nb **c';
    expect(markup(details, true)).toBe(
      '<details><summary>a</summary><p>b <strong>c</strong></p></details>',
    );
  });

  it('has tables, tasks, code with its language, and footnotes', () => {
    const table = markup('| a | b |\n|---|--:|\n| 1 | 2<br>3 |');
    expect(table).toContain('<th scope="col">a</th><th scope="col" class="text-right">b</th>');
    expect(table).toContain('<td>1</td><td class="text-right">2<br/>3</td>');
    expect(markup('- [x] done\n- [ ] open')).toMatch(/<li class="task">.*checked="".*done/);
    const code = markup('```py\nprint("<b>")\n```');
    expect(code).toContain('<span dir="ltr" translate="no">Python</span>');
    expect(code).toContain('<code>print(&quot;&lt;b&gt;&quot;)</code>');
    const notes = markup('One[^b] and two[^a].\n\n[^a]: First *note*\n[^b]: Second');
    expect(notes).toMatch(/One<sup><a href="#[^"]+1".*>1<\/a><\/sup> and two<sup>.*>2<\/a>/);
    expect(notes).toMatch(
      /<ol aria-label="chat.footnotes"><li id="[^"]+1"[^>]*><p>Second<\/p><\/li><li.*<em>note<\/em>/,
    );
    expect(markup('No note[^1].')).toBe('<p>No note[^1].</p>');
    expect(markup('https://a.example/b[^1].\n\n[^1]: There')).toMatch(
      /<a href="https:\/\/a\.example\/b"[^>]*>https:\/\/a\.example\/b<\/a><sup>.*<\/sup>\./,
    );
  });

  it('has all lines of long code', () => {
    const code = Array.from({ length: 130 }, (_, line) => `line ${line};`).join('\n');
    const text = markup(`\`\`\`\n${code}\n\`\`\``).replaceAll(/<[^>]+>/g, '');
    expect(text.endsWith(code)).toBe(true);
  });

  it('uses links that are defined in another part', () => {
    expect(markup('See [one][1].\n\n[1]: https://a.example/x')).toContain(
      'href="https://a.example/x"',
    );
  });

  it.each([
    ['[text](https://a.example/)', ' (a.example)'],
    ['[https://bank.example](https://a.example/)', ' (a.example)'],
    ['[a.example.evil.example](https://a.example/)', ' (a.example)'],
    ['[bank.example/a.example](https://a.example/)', ' (a.example)'],
    ['[text](mailto:a@b.example)', ' (a@b.example)'],
    ['https://bank.example@a.example/', ' (a.example)'],
  ])('shows the target of %s', (source, host) => {
    expect(markup(source)).toContain(`<bdi class="answer-host">${host}</bdi>`);
  });

  it.each(['https://a.example/b', '<https://a.example>', '[a.example/x](https://a.example/y)'])(
    'does not show the target of %s twice',
    (source) => {
      expect(markup(source)).toMatch(/<a href="https:\/\/a\.example\/[^"]*" target="_blank"/);
      expect(markup(source)).not.toContain('answer-host');
    },
  );

  it.each([
    ['[](https://a.example/b)', 'a.example'],
    ['[&#8203;](https://a.example/b)', 'a.example'],
    ['[ ](mailto:a@b.example)', 'a@b.example'],
  ])('names the target in the link without text %s', (source, name) => {
    expect(markup(source)).toContain(`rel="noopener noreferrer nofollow">${name}</a>`);
    expect(markup(source)).not.toContain('answer-host');
  });

  it.each(hostileMarkdown)('is harmless: %s', (source) => {
    const html = markup(source);
    const tags = [...html.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)];
    for (const [whole, tag = '', attributes = ''] of tags) {
      expect(harmless, whole).toContain(tag);
      expect(attributes, whole).not.toMatch(
        /\s(?:on\w+|style|src|srcset|srcdoc|action|formaction)=/,
      );
      const href = /href="([^"]*)"/.exec(attributes)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(?:https?:|mailto:|#)/);
    }
  });

  it.each([
    'a'.repeat(49_000),
    '['.repeat(20_000),
    '*'.repeat(20_000),
    '*a '.repeat(10_000),
    '`'.repeat(20_000),
    '<'.repeat(20_000),
    '> '.repeat(5_000),
    '$'.repeat(20_000),
    '![](('.repeat(5_000),
    '- '.repeat(5_000),
    '| a '.repeat(5_000),
    '\\['.repeat(10_000),
    '[^a]'.repeat(5_000),
  ])('of a long line is drawn completely (%#)', (source) => {
    expect(markup(source).length).toBeGreaterThan(0);
  });
});

const harmless =
  'p h3 h4 h5 h6 ul ol li blockquote hr br pre code strong em del sub sup kbd mark details summary a bdi span div section input table thead tbody tr th td button'.split(
    ' ',
  );

/** Returns the markup without the elements that texts have for translators only. */
function markup(text: string, isGrowing = false): string {
  return fullMarkup(text, isGrowing).replaceAll(/<span>([^<]*)<\/span>/g, '$1');
}

function fullMarkup(text: string, isGrowing = false): string {
  return renderToStaticMarkup(
    <TextProvider language="en" messages={{}}>
      <AnswerText text={text} isGrowing={isGrowing} />
    </TextProvider>,
  );
}
