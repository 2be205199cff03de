import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

/** The section of the reviews on the page of a fixture. */
function section(path: string): string {
  const { html } = site.page(path);
  const start = html.indexOf('<section id="reviews"');
  return html.slice(start, html.indexOf('<dialog id="report-dialog"', start));
}

describe('the reviews of a GPT', () => {
  const html = section('/en/gpts/fixture-0');

  it('are in the page with stars, name, day and text, newest first', () => {
    const texts = textsOf(html).map((text) => text.trim());
    const first = texts.indexOf('Does what it says.');
    expect(texts.indexOf('User 1000')).toBeLessThan(first);
    expect(texts).toContain('5 of 5 stars');
    expect(texts).toContain('Feb\u00a02,\u00a02026');
    expect(texts.indexOf('4 of 5 stars')).toBeGreaterThan(first);
  });

  it('show the texts of their authors as text, in its direction', () => {
    expect(html).toContain(
      '&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; مرحبا &amp;amp; {{name}} ',
    );
    const directions = tagsOf(html).filter(
      ({ attributes }) => attributes.get('class') === 'review-text',
    );
    expect(directions.map(({ attributes }) => attributes.get('dir'))).toEqual(['auto', 'auto']);
  });

  it('have their mean and their number in each language', () => {
    expect(html).toContain('4.3 of 5 from 260 ratings here');
    expect(section('/de/gpts/fixture-0')).toContain('4,3 von 5 aus 260 Bewertungen hier');
    for (const language of languages) {
      expect(section(`/${language}/gpts/fixture-0`)).toMatch(/\b4[.,]3\b.*\b260\b/);
    }
  });

  it('explain that there are none, and offer no further page without more', () => {
    expect(html).toContain('Show all reviews (210)');
    const none = section('/en/gpts/fixture-1');
    // Somebody may have rated it since, and be looking at this page.
    expect(none).toContain('No ratings yet.');
    expect(none).not.toContain('Nobody');
    expect(none).not.toContain('MoreReviews');
  });

  it('leave out controls that need a script', () => {
    const islands = [
      ...html.matchAll(/<div class="([^"]*)">\s*<astro-island[^>]*\b(OwnReview|MoreReviews)\b/g),
    ];
    expect(islands.map(([, names, island]) => [island, names])).toEqual([
      ['OwnReview', 'needs-script'],
      ['MoreReviews', 'needs-script'],
    ]);
    const buttons = tagsOf(html).filter(({ name }) => name === 'button');
    const classes = buttons.map(({ attributes }) => attributes.get('class') ?? '');
    const reports = classes.filter((names) => names.includes('review-report'));
    expect(reports).toHaveLength(3);
    expect(reports.every((names) => names.includes('needs-script'))).toBe(true);
  });
});
