import { describe, expect, it } from 'vitest';
import { BlogPictures } from '#catalog/blog/images.ts';
import type { PostText } from '#catalog/blog/readPosts.ts';
import { readingMinutes } from '#catalog/blog/readingTime.ts';
import { renderPost } from '#catalog/blog/renderPost.ts';
import { pngFile, writeBlog } from '../../../fixtures/blogFolder.ts';

const folder = await writeBlog({
  'en/images/one.png': await pngFile(800, 400),
  'de/images/one.png': await pngFile(600, 300),
  'en/images/broken.png': 'no picture',
});
const pictures = new BlogPictures(folder);

function render(body: string, language: PostText['language'] = 'en', hasPicture = false) {
  const fields = { title: 'A', description: 'A', date: '2026-03-01', author: 'A' };
  const text: PostText = { language, fields, body, place: `${language}/post.md` };
  return renderPost(text, {
    language,
    hasPicture,
    pictures,
    stateOf: (_, slug) =>
      ['known', 'x'].includes(slug) ? 'published' : slug === 'later' ? 'later' : 'none',
  });
}

describe('the text of a post', () => {
  it('shows HTML as text in every position', () => {
    const { html } = render(
      'a <b onclick="x">b</b> <kbd>c & <i>d</i></kbd>\n\n<script>\nalert("<p>")\n</script>\n\n- <img src=x>\n\n`<u>` \\<s>',
    );
    expect(html.match(/<(?!\/?(p|ul|li|code)>)[^>]*/g)).toBeNull();
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('&lt;kbd&gt;c &amp; &lt;i&gt;');
  });

  it('gives headings unique ids in any script, and lists them', () => {
    const { html, contents } = render(
      '## Does it fit?\n\n### Does it fit?\n\n#### Deep\n\n## 料金と *Größe*\n\n## !!\n',
    );
    expect(contents).toEqual([
      { id: 'h-does-it-fit', text: 'Does it fit?', depth: 2 },
      { id: 'h-does-it-fit-2', text: 'Does it fit?', depth: 3 },
      { id: 'h-料金と-größe', text: '料金と Größe', depth: 2 },
      { id: 'h-part', text: '!!', depth: 2 },
    ]);
    expect(html).toContain('<h2 id="h-料金と-größe">料金と <em>Größe</em></h2>');
  });

  it('links within the language of the page, names other sites, and does not link to future posts', () => {
    const { html } = render(
      '[a](/pricing) [b](/) [c](/policy.html) [d](/blog/known?x=1#y) [e](https://a.example/b&c) ' +
        '[f](/blog/later) [g](/en/gpts/x) [h](mailto:a@example.org) [i](#part)\n\n## Part',
      'zh_TW',
    );
    expect(html.match(/<a [^>]*>/g)).toEqual([
      '<a href="/zh_TW/pricing">',
      '<a href="/zh_TW">',
      '<a href="/policy.html">',
      '<a href="/zh_TW/blog/known?x=1#h-y">',
      '<a href="https://a.example/b&amp;c" rel="noopener">',
      '<a href="/en/gpts/x">',
      '<a href="mailto:a@example.org" rel="noopener">',
      '<a href="#h-part">',
    ]);
    expect(html).toContain(' f ');
  });

  it.for([
    ['[a](javascript:alert)', /en\/post\.md has the link “javascript:alert”/],
    ['[a](//a.example)', /has the link “\/\/a\.example”/],
    ['[a](pricing)', /has the link “pricing”: write \/pricing/],
    ['[a](/blog/unknown)', /there is no post “unknown”/],
    ['[a](#nowhere)', /links to #h-nowhere, a heading that it lacks/],
    ['# Title', /has “# Title”; its title is in the front matter/],
    ['## A\n\n#### B', /has the heading “B” too deep/],
    ['```klingon\nx\n```', /has code in “klingon”; known are text, /],
    ['![](./images/one.png)', /without a description/],
    ['![a](https://a.example/b.png)', /write \.\/images\/\{name\}\.png or \.svg/],
    ['![a](./images/../../x.png)', /write \.\/images/],
    ['![a](./images/none.png)', /has the image \.\/images\/none\.png, which is not there/],
    ['![a](./images/broken.png)', /images\/broken\.png, which is no PNG/],
  ] as const)('stops with the file: %s', ([body, message]) => {
    expect(() => render(body)).toThrow(message);
  });

  it('colours code by classes, without inline styles', () => {
    const { html } = render('```json\n{ "a": "<b>", "n": 1 }\n```\n\n```sh\ncurl x # note\n```');
    expect(html).toContain('<span class="token-key">&quot;a&quot;</span>');
    expect(html).toContain('<span class="token-note"># note</span>');
    expect(html).not.toMatch(/style=|<b>/);
  });

  it('draws tables that scroll by themselves, with numbers at the end', () => {
    const { html } = render('| a | n |\n|---|---:|\n| x | 1 |');
    expect(html).toContain('<div class="text-table" role="group" tabindex="0" aria-label="Table">');
    expect(html).toContain('<td>x</td><td class="at-end">1</td>');
  });

  it('ends no line within the name of a model in a table, but does within compounds', () => {
    const { html } = render('| a |\n|---|\n| [GPT-3.5-turbo](#x), E-Mail, DALL-E-3. |\n\n## x');
    expect(html).toContain('><span class="whole-name">GPT-3.5-turbo</span></a>, E-Mail, ');
    expect(html).toContain(', <span class="whole-name">DALL-E-3</span>.</td>');
  });

  it('shows pictures in several widths, of its own language, the first one without lazy loading', () => {
    const body = '![A & b](./images/one.png "Said of it")\n\n![C](./images/one.png)';
    const [first = '', second = ''] = render(body).html.match(/<img[^>]*>/g) ?? [];
    expect(first).toMatch(/srcset="(\/blog-images\/one-[0-9a-f]{20}-\d+\.webp \d+w(, )?){3}"/);
    expect(first).toMatch(/width="800" height="400" alt="A &amp; b" fetchpriority="high"/);
    expect(second).toContain('loading="lazy"');
    expect(render(body).html).toContain('<figcaption>Said of it</figcaption></figure>');
    expect(render(body, 'en', true).html.match(/loading="lazy"/g)).toHaveLength(2);
    expect(render(body, 'de').html).toContain('width="600" height="300"');
    expect(render(body, 'fr').html).toContain('width="800" height="400"');
  });
});

describe('the time of reading', () => {
  it('counts words, and characters in scripts without spaces', () => {
    expect(readingMinutes('')).toBe(1);
    expect(readingMinutes('word '.repeat(1_100))).toBe(5);
    expect(readingMinutes('字'.repeat(1_350))).toBe(3);
    expect(readingMinutes(`${'字'.repeat(450)} ${'word '.repeat(220)}`)).toBe(2);
  });
});
