import { expect, it } from 'vitest';
import { optionsOf } from '#elements/searchTexts.ts';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { makeGpt } from '../../fixtures/makeGpt.ts';

const t = translate(pickMessages('en', ['home', 'results', 'categories']), 'en');

function options(full: number, total: number): string {
  const items = Array.from({ length: 6 }, (_, index) =>
    makeGpt({
      id: `g-${index}`,
      name: 'A <b>',
      lang: index === 0 ? 'de' : 'en',
      categories: ['writing'],
    }),
  );
  const found = { state: 'found', query: 'a b', items, total, full, popular: [] } as const;
  const all = optionsOf({ ...found, isCapped: false, marked: [] }, 'en', t);
  return all.map(({ html }) => html).join('');
}

it('shows the mark, the category and a foreign language of each GPT that is found', () => {
  const [first = '', second = ''] = options(6, 6).split('</a>');
  expect(first).toContain('<svg viewBox="0 0 24 24" class="mark mark-0"');
  expect(first).toContain('<span>Writing</span><span class="option-language">German</span>');
  expect(first).toContain('A &lt;b&gt;');
  expect(second).not.toContain('option-language');
});

it('leads to all related GPTs where some of them are listed, else to all results', () => {
  expect(options(4, 30)).toMatch(
    /href="\/en\/search\?query=a\+b#other-gpts"[^>]*><b[^>]*>See all 26 related</,
  );
  expect(options(6, 30)).toMatch(/href="\/en\/search\?query=a\+b"[^>]*><b[^>]*>All 30 results</);
  expect(options(6, 6)).not.toContain('/en/search');
});
