import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { policyKinds } from '#domain/site/sitePaths.ts';
import { formatOf } from '#i18n/format.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { siteOperator } from '../fixtures/siteOperator.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { sharingEnds } from '../setup/site/productEnvironment.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

function main(path: string): string {
  const { html } = site.page(path);
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

function factsOf(path: string): string {
  const html = main(path);
  return html.slice(html.indexOf('<dl class="share-facts"'), html.indexOf('</dl>'));
}

function linksOf(html: string): (string | undefined)[] {
  return tagsOf(html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.get('href'));
}

describe('the page of the sharing plan', () => {
  it('states the reward of a post, how long it must stay, and how long the review takes', () => {
    const facts = textsOf(factsOf('/en/share')).join(' | ');
    expect(facts).toBe(
      'Discount | at least 20% | Post stays online | at least 2 hours | Review | 1–2 working days | Last day | Dec\u00a031,\u00a02999',
    );
    for (const language of languages) {
      const [discount, kept, review, end] = factsOf(`/${language}/share`).split('</div>');
      const { day, percent } = formatOf(language);
      expect(textsOf(discount ?? '').at(-1)).toContain(percent(20));
      expect(textsOf(kept ?? '').at(-1)).toContain('2');
      expect(textsOf(review ?? '').at(-1)).toMatch(/1\D+2/);
      expect(textsOf(end ?? '').at(-1)).toBe(day(sharingEnds));
    }
  });

  it('explains the steps and the rules, and answers questions', () => {
    const headings = ['How it works', 'What counts', 'What does not count'];
    const texts = textsOf(main('/en/share'));
    expect(texts).toEqual(expect.arrayContaining([...headings, 'Questions and answers']));
  });

  it('has a drawn example with a text for blind readers', () => {
    for (const language of languages) {
      const pictures = tagsOf(main(`/${language}/share`)).filter(
        ({ name, attributes }) => name === 'svg' && attributes.get('role') === 'img',
      );
      expect(pictures).toHaveLength(1);
      expect(pictures[0]?.attributes.get('aria-label')).toContain('Dolores');
    }
    const figure = /<figure>[\s\S]*<\/figure>/.exec(main('/en/share'))?.[0] ?? '';
    expect(textsOf(figure)).toEqual([
      'What a post looks like',
      'Your name',
      'Dolores',
      '2 h',
      'Found a GPT that edits my letters',
      '1',
      '2',
      '3',
      '4',
      'Visible to everybody',
      'Online for at least 2 hours when you take the picture',
      'A sentence of your own',
      'A link to this site, or to a page of it',
    ]);
  });
});

describe('the terms, the refund policy and the privacy policy', () => {
  it('have the same content in every language: as many headings, points and links', () => {
    for (const kind of policyKinds) {
      const shapeOf = (language: Language) => {
        const names = tagsOf(main(`/${language}/${kind}`)).map(({ name }) => name);
        return names.filter((name) => ['h1', 'h2', 'p', 'ul', 'li', 'a'].includes(name)).join(' ');
      };
      for (const language of languages) expect(shapeOf(language)).toBe(shapeOf('en'));
    }
  });

  it('begin with contents that lead to every part', () => {
    for (const language of languages) {
      for (const kind of policyKinds) {
        const html = main(`/${language}/${kind}`);
        const ids = tagsOf(html)
          .filter(({ name }) => name === 'h2')
          .map(({ attributes }) => `#${encodeURIComponent(attributes.get('id') ?? '')}`);
        expect(ids.length).toBeGreaterThan(3);
        expect(linksOf(html).slice(0, ids.length)).toEqual(ids);
      }
    }
  });

  it('name the seller and the address of the operator, and leave no blank to fill in', () => {
    for (const language of languages) {
      expect(main(`/${language}/terms`)).toContain('Example Seller Ltd');
      expect(linksOf(main(`/${language}/terms`))).toContain('mailto:support@example.org');
      for (const kind of policyKinds) {
        const html = main(`/${language}/${kind}`);
        expect(linksOf(html)).toContain(`/${language}/contact`);
        expect(html).not.toMatch(/\{\{|page:/);
      }
    }
  });

  it('are linked from the foot and the drawer of every page, with privacy and the sharing plan', () => {
    for (const { path, language, layout, html } of site.pages) {
      if (layout !== 'directory' || language === undefined) continue;
      const foot = html.slice(html.lastIndexOf('<footer'), html.lastIndexOf('</footer>'));
      const drawer = html.slice(html.indexOf('<dialog id="drawer"'));
      const requested = ['/share', '/terms', '/refunds', '/privacy'].map(
        (rest) => `/${language}${rest}`,
      );
      for (const part of [foot, drawer.slice(0, drawer.indexOf('</dialog>'))]) {
        const links = linksOf(part);
        const missing = [...requested, '/QQ.jpg'].filter((to) => !links.includes(to));
        expect(missing, path).toEqual([]);
      }
    }
  });
});

describe('the privacy policy', () => {
  it('names every cookie in every language', () => {
    for (const language of languages) {
      const codes = /<code>([^<]*)<\/code>/g;
      const cookies = [...main(`/${language}/privacy`).matchAll(codes)].map(([, name]) => name);
      expect(cookies).toEqual([
        'lang',
        'lang_guessed',
        'session',
        'user_id',
        'login_attempt',
        'google_attempt',
        'device',
      ]);
    }
  });

  it('is reached in each language from /policy.html', () => {
    const { html, status } = site.page('/policy.html');
    expect(status).toBe(200);
    expect(linksOf(html)).toEqual(['/', ...languages.map((language) => `/${language}/privacy`)]);
  });

  it('states which data are logged, who reads questions, and how data is deleted', () => {
    const text = textsOf(main('/en/privacy')).join(' ');
    for (const heading of ['Logs', 'Who else receives your questions', 'Your rights']) {
      expect(text).toContain(heading);
    }
  });
});

describe('the picture of the QQ group', () => {
  it('is a file of the release, byte for byte the one of the operator', async () => {
    const file = site.manifest.files['/QQ.jpg'];
    expect(file).toMatchObject({ type: 'image/jpeg', status: 200 });
    const { store } = siteFolder(inject('siteDataDir'));
    const published = await readStored(store, file?.hash ?? '', 'identity');
    expect(published.equals(await readFile(siteOperator.qqPicture))).toBe(true);
  });
});

describe('the frame of the search', () => {
  it('shows shapes and no texts, and is hidden from search engines', () => {
    const { html, status } = site.page('/search/placeholder');
    expect(status).toBe(200);
    const shown = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(textsOf(shown)).toEqual(['AI search']);
    expect(html).toContain('<meta name="robots" content="noindex"');
  });
});
