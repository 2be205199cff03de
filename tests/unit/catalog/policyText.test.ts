import { describe, expect, it } from 'vitest';
import { withLinks, withOperator } from '#catalog/policyText.ts';

const text = '<p>We answer.</p>\n<p>Sold by {{seller}}.</p>\n<p>Write to {{supportEmail}}.</p>';

describe('the text of a policy', () => {
  it('names the operator as configured', () => {
    const html = withOperator(text, { seller: 'A & <B>', supportEmail: 'help@example.org' });
    expect(html).toContain('<p>Sold by A &amp; &lt;B&gt;.</p>');
    expect(html).toContain('<a href="mailto:help@example.org">help@example.org</a>');
  });

  it('leaves a paragraph out that names what is unset, and no other', () => {
    expect(withOperator(text, { seller: null, supportEmail: null })).toBe('<p>We answer.</p>\n');
    const html = withOperator(text, { seller: '$& Ltd', supportEmail: null });
    expect(html).toBe('<p>We answer.</p>\n<p>Sold by $&amp; Ltd.</p>\n');
  });

  it('links to pages in its own language', () => {
    expect(withLinks('<a href="page:pricing">a</a><a href="page:refunds">b</a>', 'de')).toBe(
      '<a href="/de/pricing">a</a><a href="/de/refunds">b</a>',
    );
  });

  it('refuses a link to a page that is not there', () => {
    expect(() => withLinks('<a href="page:imprint">a</a>', 'en')).toThrow('“imprint”');
  });
});
