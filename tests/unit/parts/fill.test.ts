import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { fill } from '#parts/fill.ts';

const card =
  '<li class="card"><svg class="mark" data-fill="mark"><path data-fill="shape"></path></svg>' +
  '<h2 data-fill="title"><a data-fill="name"></a></h2><p class="by"><bdi data-fill="author"></bdi></p></li>';

describe('filling', () => {
  it('puts texts and attributes into the marked elements', () => {
    const filled = fill(card, {
      mark: { attributes: { class: 'mark mark-3' } },
      shape: { attributes: { d: 'M0 0' } },
      title: { attributes: { lang: 'de' } },
      name: { text: 'Brief', attributes: { href: '/de/gpts/brief' } },
      author: { text: 'Dolores' },
    });
    const marks = / data-fill="\w+"/g;
    expect(filled.replaceAll(marks, '')).toBe(
      '<li class="card"><svg class="mark mark-3"><path d="M0 0"></path></svg>' +
        '<h2 lang="de"><a href="/de/gpts/brief">Brief</a></h2><p class="by"><bdi>Dolores</bdi></p></li>',
    );
  });

  it.each([
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '{{name}} $& $1 $` \\',
    '</a></li><b data-fill="author"></b>',
    '&lt;b&gt; &amp;',
  ])('shows %s unchanged, in a text and in an attribute', (text) => {
    const filled = fill('<a data-fill="name"></a><b data-fill="author"></b>', {
      name: { text, attributes: { title: text } },
      author: { text: 'end' },
    });
    const shown = escapeHtml(text);
    expect(shown).not.toMatch(/[<>"']/);
    expect(filled).toBe(
      `<a data-fill="name" title="${shown}">${shown}</a><b data-fill="author">end</b>`,
    );
  });

  it('puts attributes into a start tag that closes itself, before its end', () => {
    const field = '<label>Code<input data-fill="code" value="" name="code"/></label>';
    expect(fill(field, { code: { attributes: { value: 'AB"' } } })).toBe(
      '<label>Code<input data-fill="code" name="code" value="AB&quot;"/></label>',
    );
  });

  it('leaves out values without an element, and keeps elements without a value', () => {
    const html = '<p data-fill="one">a</p><p data-fill="two">b</p><p data-fill="toString">c</p>';
    expect(fill(html, { one: null })).toBe('<p data-fill="two">b</p><p data-fill="toString">c</p>');
  });

  it('keeps the text of an element whose attributes it changes, and removes attributes', () => {
    const html = '<a hidden data-fill="next" class="button">More</a><input data-fill="query">';
    const filled = fill(html, {
      next: { attributes: { hidden: null, href: '/en?a=1&b=2' } },
      query: { attributes: { value: '"' } },
    });
    expect(filled).toBe(
      '<a data-fill="next" class="button" href="/en?a=1&amp;b=2">More</a>' +
        '<input data-fill="query" value="&quot;">',
    );
  });
});
