import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { startingCredits } from '../setup/site/productEnvironment.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

/** Every name of a page's lists of facts, with its texts. */
function factsOf(path: string): Map<string, string[]> {
  const facts = site.page(path).html.matchAll(/<dt>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g);
  return new Map(
    [...facts].map(([, name = '', value = '']) => [textsOf(name).join(), textsOf(value)]),
  );
}

function header(path: string): string {
  const { html } = site.page(path);
  const article = html.slice(html.indexOf('<article class="gpt"'));
  return article.slice(0, article.indexOf('</header>'));
}

/** Returns the categories, capabilities and tags, which stand directly below the description. */
function labels(path: string): string {
  const { html } = site.page(path);
  const labels = html.slice(html.indexOf('class="gpt-tags"'));
  return `<div ${labels.slice(0, labels.indexOf('<section'))}`;
}

/** The texts of a section, from its heading to the end of the section. */
function sectionOf(path: string, heading: string): string[] {
  const { html } = site.page(path);
  const section = html.split('<section').find((part) => textsOf(`<section${part}`)[0] === heading);
  if (section === undefined) throw new Error(`${path} has no section ${heading}`);
  return textsOf(`<section${section.slice(0, section.indexOf('</section>'))}`);
}

describe('a fact on the page of a GPT', () => {
  const facts = factsOf('/en/gpts/fixture-0');

  it.each([
    ['Chats', ['2,192', '592 here · 1,600 imported']],
    ['Rating', ['4.3 of 5', '260 ratings']],
    ['Reviews', ['210']],
    ['Author, builder', ['Dolores']],
    ['Created', ['Jan\u00a01,\u00a02026']],
    ['Updated', ['Feb\u00a01,\u00a02026']],
  ])('is shown with its name: %s', (name, values) => {
    expect(facts.get(name)).toEqual(values);
  });

  it('distinguishes the author from the builder, in the head of the page too', () => {
    const [author, builder] = ['=cmd|calc @someone', 'Dolores'];
    const path = '/en/gpts/nasty-markup';
    const nasty = factsOf(path);
    expect([nasty.get('Author'), nasty.get('Builder')]).toEqual([[author], [builder]]);
    expect(textsOf(header(path)).map(withoutIsolates)).toContain(`by ${author}`);
  });

  it('has its name and value in the language of every page', () => {
    for (const language of languages) {
      const t = translator(language, 'gpt');
      const { number, day } = formatOf(language);
      const translated = factsOf(`/${language}/gpts/fixture-0`);
      expect(translated.get(t('chats'))?.[0]).toBe(number(2_192));
      expect(translated.get(t('created'))).toEqual([day('2026-01-01')]);
      expect(translated.get(t('updated'))).toEqual([day('2026-02-01')]);
    }
  });
});

describe('the head of the page of a GPT', () => {
  it('says in one line who made it, which model answers, when it changed, its language and price', () => {
    const line = (path: string) => textsOf(header(path).split('class="gpt-line"')[1] ?? '');
    expect(line('/en/gpts/fixture-0').slice(1, 6)).toEqual([
      'by Dolores',
      'GPT-4o-mini',
      'Updated Feb\u00a01,\u00a02026',
      'English',
      '1 credit (about 1 cent) per question · failed answers are free',
    ]);
    expect(line('/zh/gpts/nasty-rtl')).toEqual(
      expect.arrayContaining(['阿拉伯语', '可用任何语言提问']),
    );
    expect(line('/en/gpts/nasty-emoji').join()).not.toMatch(/\bby\b|null|undefined/);
  });

  it.each(languages)('names what a visitor signs in with, and gets, in %s', (language) => {
    const note = header(`/${language}/gpts/fixture-0`).split('class="for-visitors')[1] ?? '';
    const offer = translator(language, 'login')('offer', { count: startingCredits });
    const sentence = translator(language, 'gpt')('signIn');
    expect(textsOf(`<p class="for-visitors${note}`)[0]).toBe(
      `${sentence}${spaceAfter(sentence)}${offer}`,
    );
  });

  it.each(languages)(
    'is followed by a recorded question, its answer, and a link that asks it, in %s',
    (language) => {
      const path = `/${language}/gpts/regex-workbench`;
      const { html } = site.page(path);
      const t = translator(language, 'gpt');
      const [question, ...more] = sectionOf(path, t('example.heading', { count: 1 })).slice(1);
      expect(question).toMatch(/^My JavaScript pattern/);
      expect(more.join(' ')).toContain('536,870,912');
      expect(more).toContain(`${t('example.byAuthor')} · ${formatOf(language).day('2026-10-22')}`);
      const ask = tagsOf(html).map(({ attributes }) => attributes.get('href') ?? '');
      expect(ask).toContain(
        `/${language}/chat/g/regex-workbench?text=${encodeURIComponent(question ?? '')}`,
      );
      // Above everything but name, facts and description.
      expect(html.indexOf('class="examples"')).toBeLessThan(
        html.indexOf('<details', html.indexOf('class="gpt-line"')),
      );
    },
  );
});

describe('the page of a GPT, before its sections', () => {
  it('has its capabilities, each with a glyph', () => {
    const badges = labels('/en/gpts/fixture-0').split('class="gpt-badge"').slice(1);
    expect(badges.map((badge) => textsOf(`<li${badge}`)[0])).toEqual(['Text', 'Picture input']);
    expect(badges.every((badge) => badge.includes('.svg#'))).toBe(true);
  });

  it('has its name, and links to each of its categories', () => {
    expect(textsOf(header('/en/gpts/fixture-0'))).toContain('Letter Helper 0');
    const shown = labels('/en/gpts/fixture-0');
    expect(textsOf(shown)).toContain('Writing');
    expect(tagsOf(shown).map(({ attributes }) => attributes.get('href'))).toContain(
      '/en/categories/writing',
    );
  });

  it('shows tags below the description, each as a link', () => {
    expect(textsOf(labels('/en/gpts/fixture-0'))).toEqual(
      expect.arrayContaining(['Tags', 'letter', 'helper']),
    );
  });
});

describe('a section on the page of a GPT', () => {
  it.each([
    ['Welcome message', ['Send me the letter you are working on.']],
    ['Start with', ['Improve this letter', 'What is missing?', 'Be strict']],
    ['Instructions', ['Be brief.']],
  ])('has the content of its heading: %s', (heading, texts) => {
    expect(sectionOf('/en/gpts/fixture-0', heading)).toEqual(expect.arrayContaining(texts));
  });

  it('shows instructions as Markdown whose HTML cannot run, and clips long ones', () => {
    const { html } = site.page('/en/gpts/nasty-markup');
    expect(html).toContain('&lt;/details&gt;&lt;style&gt;*{display:none}&lt;/style&gt;');
    const folds = ['fixture-0', 'heavy-instructions'].map((id) =>
      site.page(`/en/gpts/${id}`).html.includes('class="written-fold"'),
    );
    expect(folds).toEqual([false, true]);
  });

  it('links to related GPTs, never to the GPT itself', () => {
    const { html } = site.page('/en/gpts/fixture-0');
    const related = html.slice(html.indexOf('id="related"'));
    const list = related.slice(0, related.indexOf('</section>'));
    const paths = tagsOf(list)
      .map(({ attributes }) => attributes.get('href'))
      .filter((href) => href?.startsWith('/en/gpts/'));
    expect(paths.length).toBeGreaterThan(2);
    expect(paths).not.toContain('/en/gpts/fixture-0');
    const known = new Set(site.pages.map(({ path }) => path));
    expect(paths.filter((path) => path !== undefined && !known.has(path))).toEqual([]);
  });
});

/** Names of people are isolated from the direction of the text around them. */
function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}
