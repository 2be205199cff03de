import { describe, expect, it } from 'vitest';
import { inlineContent } from '#release/inlineContent.ts';
import { markdownToHtml } from '#markdown/markdownToHtml.ts';
import { shareWords } from '../../fixtures/shareWords.ts';

const html = (text: string) => markdownToHtml(text, shareWords).trim();

/** Every element of the markup with its attributes, by the tokenizer of browsers as far as it matters here. */
function tagsOf(markup: string): { name: string; attributes: string[]; urls: string[] }[] {
  return [...markup.matchAll(/<([a-z][^\s/>]*)((?:[^>"]|"[^"]*")*)>/gi)].map(
    ([, name = '', rest = '']) => {
      const attributes = [...rest.matchAll(/\s([^\s=>"]+)(?:="([^"]*)")?/g)];
      return {
        name: name.toLowerCase(),
        attributes: attributes.map((match) => (match[1] ?? '').toLowerCase()),
        urls: attributes
          .filter((match) => /^(?:href|src)$/i.test(match[1] ?? ''))
          .map((match) => match[2] ?? ''),
      };
    },
  );
}

const allowedElements = new Set(
  (
    'p br hr sub sup kbd mark details summary section h3 h4 h5 h6 ul ol li blockquote pre code figure figcaption div table thead tbody tr th td strong em del a bdi span ' +
    'math semantics mrow mi mo mn mfrac msup msub msubsup msqrt mroot mtext mspace mtable mtr mtd mstyle mover munder munderover mpadded mphantom menclose annotation'
  ).split(' '),
);
const allowedAttributes =
  /^(?:class|href|rel|target|dir|tabindex|role|aria-label|aria-hidden|scope|start|xmlns|display|encoding|stretchy|[a-z]+(?:space|size|align|variant|level|style|color|background|thickness|width|height|depth|separator|separators|lines|spacing|accent|accentunder|fence|stretchy|symmetric|movablelimits|largeop|form|notation|voffset))$/;

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body{display:none}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="/logout"><button>Sign in</button></form>',
  '<!-- --><script>alert(1)</script>',
  '<div\n<script>alert(1)</script>',
  '</li></ol></main><h1>Dolores</h1>',
  '</template></textarea></title><script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\u0000script:alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/logout)',
  '[x](https://own.example/logout)',
  '[x](https://own.example:443/logout)',
  '[x](https://evil.example/" onmouseover="alert(1))',
  "[x](https://evil.example/' onmouseover='alert(1))",
  '[x](<https://evil.example/ onmouseover=alert(1)>)',
  '[x](https://evil.example "title\\" onmouseover=alert(1)")',
  '![x" onerror="alert(1)](https://evil.example/a.png)',
  '![x](javascript:alert(1))',
  '![](https://evil.example/pixel.png?secret)',
  '[![x](https://evil.example/a.png)](https://evil.example)',
  '<https://evil.example/"onmouseover=alert(1)>',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '```"><script>alert(1)</script>\nx\n```',
  '```html\n</code></pre><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '| <script>alert(1)</script> | x" onclick="alert(1) |\n|---|---|\n| </td><img src=x onerror=alert(1)> | y |',
  '# <img src=x onerror=alert(1)>',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '$$\\href{javascript:alert(1)}{x}$$',
  '$\\htmlStyle{position:fixed}{x}$',
  '$\\htmlData{a=b}{x}$ $\\includegraphics{https://evil.example/a.png}$',
  '$$\\text{</math><script>alert(1)</script>}$$',
  '$\\color{red;background:url(https://evil.example)}{x}$',
  '\\(x\\) <b onmouseover=alert(1)>\\[</math><img src=x onerror=alert(1)>\\]',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '\u202e<script>alert(1)</script>',
  '<mark onclick=alert(1)>a</mark>',
  '<sub><script>alert(1)</script></sub>',
  '<details ontoggle=alert(1) open><summary>a</summary>b</details>',
  '<details><summary><img src=x onerror=alert(1)></summary><script>alert(1)</script></details></div>',
  '<x/onpointerenter=alert(1) style=position:fixed;inset:0>',
];

describe('Markdown of strangers', () => {
  it.each(attacks)('can neither run nor load nor imitate the page: %j', (attack) => {
    for (const text of [attack, `a ${attack} b`, `> ${attack}`, `1. ${attack}`, `**${attack}**`]) {
      const made = html(text);
      const { scripts, styles, forbidden } = inlineContent(made);
      expect([scripts, styles, forbidden]).toEqual([[], [], []]);
      for (const { name, attributes, urls } of tagsOf(made)) {
        expect(allowedElements).toContain(name);
        for (const attribute of attributes) expect(attribute).toMatch(allowedAttributes);
        for (const url of urls) expect(url).toMatch(/^(?:https?:\/\/(?!own\.example)|mailto:)/);
      }
    }
  });

  it('keeps code, tables, lists, and headings below those of the page', () => {
    expect(html('# A\n\n- b\n  1. c')).toContain('<h3>A</h3>');
    expect(html('### A\n\n##### B\n\n### C\n\nD\n---').match(/<h\d/g)).toEqual([
      '<h3',
      '<h4',
      '<h3',
      '<h3',
    ]);
    expect(html('```ts\nif (a < b && "c") {}\n```')).toBe(
      '<figure class="shared-code" dir="ltr"><figcaption>ts</figcaption><pre tabindex="0" aria-label="ts">' +
        '<code>if (a &lt; b &amp;&amp; &quot;c&quot;) {}</code></pre></figure>',
    );
    expect(html('|a|b|\n|-|-:|\n|1|2|')).toContain('<td class="shared-right">2</td>');
    expect(html('a &amp; b &copy; &lt;i&gt;')).toBe('<p>a &amp; b &copy; &lt;i&gt;</p>');
    expect(html('Use <b> and a < b')).toBe('<p>Use &lt;b&gt; and a &lt; b</p>');
  });

  it('has footnotes below the text, in the order of their mentions, and breaks lines', () => {
    expect(html('One[^b], two[^a].\n\n[^a]: First *note*\n\n[^b]: Second\n\nEnd[^c]')).toBe(
      '<p>One<sup><a href="#note-a-1" aria-label="Footnote 1">1</a></sup>, ' +
        'two<sup><a href="#note-a-2" aria-label="Footnote 2">2</a></sup>.</p>\n<p>End[^c]</p>\n' +
        '<section class="answer-notes"><ol aria-label="Footnotes">' +
        '<li id="note-a-1" tabindex="-1"><p>Second</p>\n</li>' +
        '<li id="note-a-2" tabindex="-1"><p>First <em>note</em></p>\n</li></ol></section>',
    );
    expect(html('https://a.example/b[^1]\n\n[^1]: There')).toContain(
      '>https://a.example/b</a><sup>',
    );
    expect(html('|a|\n|-|\n|1<br>2<BR />3|')).toContain('<td>1<br>2<br>3</td>');
    expect(html('[^x"><b>]\n\n[^x"><b>]: y')).not.toContain('<b>');
  });

  it('links to other sites, and names the target unless the link does', () => {
    const rel = 'target="_blank" rel="nofollow ugc noopener noreferrer"';
    expect(html('[](https://a.example/b)')).toBe(
      `<p><a href="https://a.example/b" ${rel}>a.example</a></p>`,
    );
    expect(html('[here](https://a.example/b?c=1&d=2)')).toBe(
      `<p><a href="https://a.example/b?c=1&amp;d=2" ${rel}>here</a><bdi class="answer-host"> (a.example)</bdi></p>`,
    );
    expect(html('https://a.example/b')).toBe(
      `<p><a href="https://a.example/b" ${rel}>https://a.example/b</a></p>`,
    );
    expect(html('[a.example](https://evil.example)')).toContain('(evil.example)');
    expect(html('[a.example.evil](https://a.example)')).toContain('(a.example)');
    expect(html('![cat](https://a.example/cat.png)')).toContain('>Picture: cat</a>');
  });

  it('draws formulas as MathML, and shows unsupported ones as source', () => {
    expect(html('$a^2$ costs $5 and $10')).toMatch(
      /^<p><span class="katex"><math.*<\/span> costs \$5 and \$10<\/p>$/,
    );
    expect(html('$$\n\\frac{1}{2}\n$$')).toContain('<mfrac>');
    expect(html('\\[x\\]')).toContain('<math');
    expect(html('$\\ce{2H2 + O2 -> 2H2O}$ \\(\\pu{5 mol}\\)').split('<math')).toHaveLength(3);
    expect(html('$\\nothing{$')).toBe('<p><code>$\\nothing{$</code></p>');
  });

  it('limits formulas with commands of their own, and drops marks that a formula writes', () => {
    const copies = `\\def\\a{${'x'.repeat(2_000)}}${'\\a '.repeat(400)}`;
    expect(html(`$$${copies}$$`)).not.toContain('<math');
    expect(html(`$$\\tag{${'x'.repeat(2_000)}}${'\\df@tag '.repeat(100)}$$`)).not.toContain(
      '<math',
    );
    expect(html(`$\\ce{${'H2O'.repeat(400)}}$`)).not.toContain('<math');
    expect(html('$$a\\\\def \\tag{1}$$')).toContain('<math');
    expect(html('$\\text{\\char"FDD0{}\\char"FDD1}$')).not.toMatch(/[\uFDD0\uFDD1]/);
  });

  it('is unchanged if it is nested too deeply', () => {
    for (const piece of ['> ', '- ']) {
      expect(html(piece.repeat(30))).toContain('shared-plain');
      expect(html(piece.repeat(5))).not.toContain('shared-plain');
    }
    // Long rules are not nested.
    expect(html(`Title\n${'-'.repeat(60)}`)).toBe('<h3>Title</h3>');
    expect(html(`a | b\n${'-'.repeat(60)} | -\n1 | 2`)).toContain('<table>');
    expect(html(`+${'-'.repeat(60)}+`)).not.toContain('shared-plain');
    expect(html('*'.repeat(60))).toBe('<hr>');
    expect(html(`\`\`\`\n${'x'.repeat(60_000)}\n\`\`\``)).toContain('<figure');
  });
});
