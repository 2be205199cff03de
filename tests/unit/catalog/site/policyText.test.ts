import { describe, expect, it } from 'vitest';
import { withLinks, withOperator } from '#catalog/site/policyText.ts';

const text = '<p>We answer.</p>\n<p>Sold by {{seller}}.</p>\n<p>Write to {{supportEmail}}.</p>';

describe('the text of a policy', () => {
  it('names the operator as configured', () => {
    const html = withOperator(text, {
      seller: 'A & <B>',
      supportEmail: 'help@example.org',
      hasGoogle: false,
    });
    expect(html).toContain('<p>Sold by A &amp; &lt;B&gt;.</p>');
    expect(html).toContain('<a href="mailto:help@example.org">help@example.org</a>');
  });

  it('leaves out a paragraph with a setting that is missing, and keeps the others', () => {
    expect(withOperator(text, { seller: null, supportEmail: null, hasGoogle: false })).toBe(
      '<p>We answer.</p>\n',
    );
    const html = withOperator(text, { seller: '$& Ltd', supportEmail: null, hasGoogle: false });
    expect(html).toBe('<p>We answer.</p>\n<p>Sold by $&amp; Ltd.</p>\n');
  });

  it('leaves out requests to write to a missing address, and headings without text', () => {
    const html =
      '<h2 id="ask">Ask</h2>\n<p>Do <a href="page:contact">write</a>.</p>\n<h2>Costs</h2>\n<ul>\n<li>None.</li>\n' +
      '<li><a href="page:contact">Write</a></li>\n</ul>\n<h2>More</h2>\n<p>Write to {{supportEmail}}.</p>\n';
    const requested = '<h2>Costs</h2>\n<ul>\n<li>None.</li>\n</ul>\n';
    expect(withOperator(html, { seller: null, supportEmail: null, hasGoogle: false })).toBe(
      requested,
    );
    expect(withOperator(html, { seller: null, supportEmail: 'a@b.c', hasGoogle: false })).toContain(
      'page:contact',
    );
  });

  it('leaves out paragraphs about Google if Google is not offered', () => {
    const html = '<ul>\n<li>{{google}}A cookie.</li>\n<li>Another.</li>\n</ul>';
    const withoutOperator = { seller: null, supportEmail: null };
    expect(withOperator(html, { ...withoutOperator, hasGoogle: false })).toBe(
      '<ul>\n<li>Another.</li>\n</ul>',
    );
    expect(withOperator(html, { ...withoutOperator, hasGoogle: true })).toContain(
      '<li>A cookie.</li>',
    );
  });

  it('names the offered payment services, and orders if there is any', () => {
    const row = '<tr><td>{{paid}}Cards</td></tr>';
    expect(withOperator(row, { seller: null, supportEmail: null, hasGoogle: false }, [])).toBe('');
    const html = '<p>{{stripe}}Cards.</p><p>{{wechat}}Codes.</p><p>{{paid}}Orders.</p>';
    const withoutOperator = { seller: null, supportEmail: null, hasGoogle: false };
    expect(withOperator(html, withoutOperator, [])).toBe('');
    expect(withOperator(html, withoutOperator, ['stripe'])).toBe('<p>Cards.</p><p>Orders.</p>');
    expect(withOperator(html, withoutOperator, ['wechat'])).toBe('<p>Codes.</p><p>Orders.</p>');
  });

  it('links to pages in its own language', () => {
    const html =
      '<a href="page:pricing">a</a><a href="page:privacy">b</a><a href="page:contact">c</a>';
    expect(withLinks(html, 'de')).toBe(
      '<a href="/de/pricing">a</a><a href="/de/privacy">b</a><a href="/de/contact">c</a>',
    );
  });

  it('refuses a link to a missing page', () => {
    expect(() => withLinks('<a href="page:imprint">a</a>', 'en')).toThrow('“imprint”');
  });
});
