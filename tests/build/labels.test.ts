import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { newestFixture } from '../fixtures/snapshot.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const paths = site.pages.map(({ path }) => path);
const { day, month } = formatOf('en');

function hrefs(path: string): string[] {
  return tagsOf(site.page(path).html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.get('href') ?? '');
}

/** The pages of a list of lists, its first one included. */
function pagesOf(first: string): string[] {
  return paths.filter((path) => path === first || path.startsWith(`${first}/page/`));
}

describe('the pages of all tags', () => {
  it.each(languages)('link to every tag in %s', (language) => {
    const first = `/${language}/tags`;
    const tags = paths.filter((path) => path.startsWith(`${first}/`) && !path.includes('/page/'));
    const linked = new Set(pagesOf(first).flatMap(hrefs));
    expect(tags.length).toBeGreaterThan(15);
    expect(tags.filter((path) => !linked.has(path))).toEqual([]);
    expect(textsOf(site.page(first).html).join(' ')).toMatch(/\d{2}/);
  });
});

describe('the page of all categories', () => {
  it('links to every category and to some of its GPTs', () => {
    const linked = new Set(hrefs('/fr/categories'));
    const categories = paths.filter((path) => /^\/fr\/categories\/[^/]+$/.test(path));
    expect(categories.length).toBeGreaterThan(10);
    expect(categories.filter((path) => !linked.has(path))).toEqual([]);
    expect([...linked].filter((href) => href.startsWith('/fr/gpts/')).length).toBeGreaterThan(20);
  });
});

describe('the page of a GPT', () => {
  const path = '/en/gpts/fixture-0';
  const { html } = site.page(path);

  it('links to its author, its tags, its categories and its place in their ranking', () => {
    expect(hrefs(path)).toEqual(
      expect.arrayContaining([
        '/en/authors/dolores',
        '/en/tags/letter',
        '/en/tags/helper',
        '/en/categories/writing',
        '/en/ranking/categories/writing',
      ]),
    );
    const places = textsOf(html).filter((text) => text.startsWith('No. '));
    const inWriting = new RegExp(
      `^No\\. \\d+ in Writing, ${month(site.rankedTimes('monthly')[0] ?? '')}$`,
    );
    expect(places).toContainEqual(expect.stringMatching(inWriting));
  });

  it('shows growth and growth rate of the newest frozen week', () => {
    const texts = textsOf(html);
    expect(texts).toEqual(expect.arrayContaining(['New chats', 'Change']));
    expect(texts.find((text) => text.startsWith('Growth in the week of'))).toMatch(/\b20\d\d\b/);
    expect(texts).toContain('Growth rate compared with the week before');
    expect(texts.some((text) => /^[+−]?\d+%$/.test(text))).toBe(true);
  });

  it('draws the chats of 90 days, and describes them in words with the dates', () => {
    const texts = textsOf(html);
    const [first, last] = [day(addDays(site.closedDay, -89)), day(site.closedDay)];
    const pattern = new RegExp(`chats in the \\d+ days up to ${last}\\. Most on`);
    expect(texts.find((text) => pattern.test(text))).toBeDefined();
    expect(texts).toEqual(expect.arrayContaining([first, last]));
  });

  it('shows the chats of a single day with its date', () => {
    const newest = textsOf(site.page(`/en/gpts/fixture-${newestFixture}`).html);
    const pattern = new RegExp(
      `^\\d+ chats on ${day(site.rankedTimes('daily')[0] ?? '')}\\. Most on`,
    );
    expect(newest).toContainEqual(expect.stringMatching(pattern));
    expect(newest.join(' ')).not.toMatch(/chats in the/);
  });

  it('has a save button in its final state before any script has run', () => {
    const save = tagsOf(html).find(({ attributes }) =>
      attributes.get('class')?.startsWith('save '),
    );
    expect(save?.attributes.get('aria-pressed')).toBe('false');
    expect(textsOf(html)).toEqual(expect.arrayContaining(['Save', 'Saved']));
  });

  it('marks imported figures, apart from those of this site', () => {
    const texts = textsOf(site.page('/en/gpts/nasty-rtl').html);
    expect(texts).toEqual(expect.arrayContaining(['Imported rating', 'Imported reviews', '981']));
    expect(texts).not.toContain('Rating');
  });

  it('keeps texts of any length out of addresses', () => {
    for (const { path: heavy } of site.pages.filter((page) => /gpts\/heavy-/.test(page.path))) {
      for (const href of hrefs(heavy)) expect(href.length).toBeLessThan(10_000);
    }
  });
});

describe('the page of a tag or an author', () => {
  it('shows its GPTs and links to related tags', () => {
    expect(hrefs('/en/tags/letter')).toEqual(
      expect.arrayContaining(['/en/tags', '/en/gpts/fixture-0', '/en/tags/helper']),
    );
    expect(hrefs('/de/authors/dolores')).toEqual(
      expect.arrayContaining(['/de/authors/dolores/page/2']),
    );
  });
});

describe('the page of saved GPTs', () => {
  it('is a frame that search engines do not list', () => {
    for (const language of languages) {
      const { html } = site.page(`/${language}/saved`);
      const robots = tagsOf(html).find(({ attributes }) => attributes.get('name') === 'robots');
      expect(robots?.attributes.get('content')).toBe('noindex');
    }
  });
});
