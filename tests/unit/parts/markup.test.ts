import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { icon } from '#parts/icons.ts';
import { attributes, markup } from '#parts/markup.ts';

describe('markup', () => {
  it.each([
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '{{name}} $& $1 $` \\',
    '</a></li><b data-fill="author"></b>',
    '&lt;b&gt; &amp;',
  ])('shows %s unchanged, in a text and in an attribute', (text) => {
    const { html } = markup`<a title="${text}"${attributes({ href: text })}>${text}</a>`;
    const shown = html.slice(html.indexOf('>') + 1, -'</a>'.length);
    expect(shown).not.toMatch(/[<>"']/);
    expect(html).toBe(`<a title="${shown}" href="${shown}">${shown}</a>`);
  });

  it('joins lists and numbers, and leaves out missing values', () => {
    const items = [1, 2].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}${null}${undefined}${false}${''}</ul>`.html).toBe(
      '<ul><li>1</li><li>2</li></ul>',
    );
  });

  it('drops its own line breaks, and keeps those of a value', () => {
    const value = 'a\n  b';
    expect(
      markup`
      <p>
        ${value}
      </p>`.html,
    ).toBe('<p>a\n  b</p>');
  });

  it('writes attributes with a value, without one, or not at all', () => {
    const given = { hidden: true, open: false, lang: undefined, rel: null, width: 0, alt: '' };
    expect(attributes(given).html).toBe(' hidden width="0" alt=""');
  });
});

describe('icons', () => {
  it.each(['star', 'external-link', 'chevron-right'] as const)(
    'has %s as Lucide draws it',
    (name) => {
      const file = 'node_modules/@iconify-json/lucide/icons.json';
      const { icons } = JSON.parse(readFileSync(file, 'utf8')) as {
        icons: Record<string, { body: string }>;
      };
      expect(icon(name, 18).html).toContain(`>${icons[name]?.body}</svg>`);
    },
  );
});
