import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { knownLanguages } from '#domain/languages/readers.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const pagePattern = /^\/([^/]+)(?:\/page\/(\d+))?$/;

/** The home pages of a language in their order. */
function homePages(language: Language): string[] {
  const numbered = site.pages.flatMap(({ path }) => {
    const [, first, number = '1'] = pagePattern.exec(path) ?? [];
    return first === language ? [{ path, number: Number(number) }] : [];
  });
  return numbered.toSorted((one, other) => one.number - other.number).map(({ path }) => path);
}

/** Splits a page at its list of GPTs. */
function splitAtList(path: string): { above: string; list: string } {
  const { html } = site.page(path);
  const start = html.search(/<ul class="cards" id="gpts"/);
  return { above: html.slice(html.indexOf('<main'), start), list: html.slice(start) };
}

/** The GPT pages that links lead to, in their order. */
function gptLinks(html: string): string[] {
  return tagsOf(html).flatMap(({ name, attributes }) => {
    const href = name === 'a' ? attributes.get('href') : undefined;
    return href?.includes('/gpts/') ? [href] : [];
  });
}

/** The GPT pages that the cards of a list lead to, also those in other languages. */
function cardsOf(path: string): string[] {
  const { list } = splitAtList(path);
  return gptLinks(list.slice(0, list.indexOf('</main>')));
}

/** Those in languages that readers know. */
function knownCardsOf(path: string): string[] {
  const { list } = splitAtList(path);
  return gptLinks(list.slice(0, list.indexOf('</ul>')));
}

/** The GPT pages of the rows above the list, also of those that the questions are for. */
function rowsOf(language: Language): string[] {
  const { above } = splitAtList(`/${language}`);
  const asked = [...above.matchAll(/\/chat\/g\/([^?"]+)\?text=/g)];
  return [...gptLinks(above), ...asked.map(([, id]) => `/${language}/gpts/${id}`)];
}

/** The pages of GPTs in a language. */
function gptPages(language: Language): string[] {
  return site.pages
    .filter(({ path, status }) => path.startsWith(`/${language}/gpts/`) && status === 200)
    .map(({ path }) => path);
}

/** The chats on the page of a GPT; GPTs without counts come last. */
function chatsOf(path: string): number {
  const [, value = ''] =
    />Chats<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/.exec(site.page(path).html) ?? [];
  return Number(textsOf(value)[0]?.replaceAll(',', '') ?? 0);
}

describe('the home pages', () => {
  it.each(languages)('list every GPT of the release once, below the rows, in %s', (language) => {
    const lists = homePages(language).map(cardsOf);
    expect(lists.length).toBeGreaterThan(2);
    expect(lists.slice(0, -1).map(({ length }) => length)).toEqual([
      12,
      ...lists.slice(1, -1).map(() => 24),
    ]);
    const listed = lists.flat();
    const rows = rowsOf(language);
    expect(listed).toHaveLength(new Set(listed).size);
    expect(listed.filter((path) => rows.includes(path))).toEqual([]);
    expect([...new Set([...listed, ...rows])].toSorted()).toEqual(gptPages(language).toSorted());
  });

  it.each(languages)('show readers of %s what they know, their own language first', (language) => {
    const known = knownLanguages(language);
    /** The place of a card’s language among those that readers know; `undefined` without a mark of its language. */
    const placesOf = (html: string) =>
      (html.match(/<li class="card">[\s\S]*?<\/li>/g) ?? []).map((card) => {
        const tag = /<h2 lang="([^"]+)"/.exec(card)?.[1];
        if (tag === undefined) return undefined;
        const written = languageOfTag(tag);
        return written === undefined ? -1 : known.indexOf(written);
      });
    const pages = Array.from({ length: 20 }, (_, index) => homePath(language, index + 1, 'name'))
      .filter((path) => Object.hasOwn(site.manifest.files, path))
      .map((path) => splitAtList(path).list);
    const divided = pages.findIndex((list) => list.includes('<details class="others"'));
    const [last = '', others = ''] = pages[divided]?.split('<details class="others"') ?? [];
    // A text in the language of the page needs no mark.
    const places = [...pages.slice(0, divided), last].flatMap(placesOf).map((place) => place ?? 0);
    expect(places.length).toBeGreaterThan(11);
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const closed = [others, ...pages.slice(divided + 1)].flatMap(placesOf);
    expect(closed.length).toBeGreaterThan(5);
    expect(closed.filter((place) => place !== undefined && place !== -1)).toEqual([]);
  });

  it('open the GPTs in other languages where a page has few others', () => {
    const parts = site.pages.flatMap(({ path }) => {
      const { list } = splitAtList(path);
      const [own = '', others] = list.split('<details class="others"');
      const count = own.match(/<li class="card">/g)?.length ?? 0;
      return others === undefined ? [] : [{ count, isOpen: others.startsWith(' open>') }];
    });
    expect(new Set(parts.map(({ isOpen }) => isOpen)).size).toBe(2);
    for (const { count, isOpen } of parts) expect(isOpen, String(count)).toBe(count < 6);
  });

  it('mark their own category on pages of categories, also one called “null”', () => {
    const lists = site.pages.filter(
      ({ path, status }) =>
        /^\/en(?:\/page\/\d+|\/categories\/[^/]+)?$/.test(path) && status === 200,
    );
    expect(lists.map(({ path }) => path)).toContain('/en/categories/null');
    for (const { path } of lists) {
      const chips = tagsOf(site.page(path).html).filter(
        ({ name, attributes }) => name === 'a' && attributes.get('class') === 'chip',
      );
      const current = chips.filter(({ attributes }) => attributes.get('aria-current') === 'page');
      const own = path.startsWith('/en/categories/') ? path : '/en';
      expect(current.map(({ attributes }) => attributes.get('href'))).toEqual([own]);
    }
  });

  it('name the category of a GPT on its card, except on pages of a category', () => {
    const named = (path: string) =>
      (site.page(path).html.match(/<p class="card-end">[\s\S]*?<\/p>/g) ?? []).filter((end) =>
        end.includes('<span>Writing</span>'),
      ).length;
    expect(named('/en')).toBeGreaterThan(0);
    expect(named('/en/categories/writing')).toBe(0);
  });

  it('link to the ranking of their category', () => {
    for (const path of ['/en/categories/writing', '/de/categories/writing']) {
      const ranking = path.replace('/categories/', '/ranking/categories/');
      expect(splitAtList(path).above).toContain(`href="${ranking}"`);
      expect(site.page(ranking).status).toBe(200);
    }
  });

  it('list the most used GPTs of a category first', () => {
    const chats = knownCardsOf('/en/categories/writing').map(chatsOf);
    expect(chats.length).toBeGreaterThan(3);
    expect(chats).toEqual(chats.toSorted((one, other) => other - one));
  });

  it('show the language of a GPT on its card if it differs from the page’s', () => {
    const badgesOf = (language: Language, lang: string) =>
      site.pages
        .filter(({ path }) => path.startsWith(`/${language}/by/name`))
        .flatMap(({ html }) => html.match(/<li class="card">[\s\S]*?<\/li>/g) ?? [])
        .filter((card) => card.includes(`<h2 lang="${lang}"`))
        .map((card) => textsOf(/<p class="card-end">[\s\S]*/.exec(card)?.[0] ?? '')[0]);
    expect(new Set(badgesOf('en', 'de'))).toEqual(new Set(['German']));
    expect(new Set(badgesOf('ja', 'de'))).toEqual(new Set(['ドイツ語']));
    expect(badgesOf('de', 'de').length).toBeGreaterThan(3);
    expect(badgesOf('de', 'de')).not.toContain('Deutsch');
  });

  it('link from order to order, and to the next page in the same one', () => {
    const linksOf = (path: string) => {
      const [nav = ''] = /<nav class="orders"[\s\S]*?<\/nav>/.exec(site.page(path).html) ?? [];
      return tagsOf(nav).filter(({ name }) => name === 'a');
    };
    const orders = ['/en', '/en/by/new', '/en/by/name'];
    for (const path of orders) {
      const links = linksOf(path);
      expect(links.map(({ attributes }) => attributes.get('href'))).toEqual(
        expect.arrayContaining(orders),
      );
      const current = links.filter(({ attributes }) => attributes.get('aria-current') === 'page');
      expect(current.map(({ attributes }) => attributes.get('href'))).toEqual([path]);
    }
    const { html } = site.page('/en/by/name/page/2');
    expect(html).toContain('href="/en/by/name/page/3"');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const byName = site.pages.filter(({ path }) => /^\/en\/by\/name(?:\/page|$)/.test(path));
    const listed = byName.flatMap(({ path }) => cardsOf(path));
    expect(listed.toSorted()).toEqual(gptPages('en').toSorted());
  });

  it('link with Load More to the next page, but not from the last one', () => {
    const pages = homePages('en');
    for (const [index, path] of pages.entries()) {
      const { html } = site.page(path);
      const links = tagsOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
      const hrefs = links.map(({ attributes }) => attributes.get('href'));
      const next = pages[index + 1];
      if (next === undefined) expect(html).not.toContain('<load-more');
      else expect(hrefs).toContain(next);
    }
  });
});
