import { describe, expect, it } from 'vitest';
import { languageTags, languages } from '#domain/languages/languages.ts';
import { translate } from '#i18n/browser.ts';
import { categoryName } from '#i18n/categories.ts';
import { pickMessages } from '#i18n/messages.ts';
import { hasMessage, translator } from '#i18n/translate.ts';

describe('translator', () => {
  it('keeps its language while others are bound and used', () => {
    const bound = languages.map((language) => translator(language, 'site'));
    const first = bound.map((t) => t('menu.pricing'));
    const again = bound.toReversed().map((t) => t('menu.pricing'));
    expect(again.toReversed()).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(5);
  });

  it('inserts values unchanged, markup and braces too', () => {
    const name = '<b>{{Startup}}</b> $t(site.title) &amp;';
    expect(translator('en', 'gpt')('title', { name })).toBe(`${name} · Dolores`);
  });

  it('chooses the plural form of the language', () => {
    const t = translator('en', 'home');
    expect(t('more.loaded', { count: 1, amount: 1 })).toBe('1 more GPT loaded');
    expect(t('more.loaded', { count: 3, amount: 3 })).toBe('3 more GPTs loaded');
  });

  it('names the limit of an error, in every language', () => {
    for (const language of languages) {
      const t = translate(pickMessages(language, ['errors']), language);
      expect(t('errors.too_many_answers', { limit: 4 })).toContain('4');
    }
  });

  it('groups the digits of numbers, and keeps texts of digits unchanged', () => {
    const plan = { amount: 13_500 };
    expect(translator('en', 'pricing')('plans.proCredits', plan)).toBe('13,500 credits a month');
    expect(translator('de', 'pricing')('plans.proCredits', plan)).toBe('13.500 Credits pro Monat');
    expect(translator('en', 'chat')('price', { count: 13_500 })).toBe('13,500 credits');
    expect(translator('en', 'mail')('subject', { code: '0042' })).toContain('0042');
  });

  it('refuses a missing key and names it', () => {
    expect(() => translator('de', 'home')('nowhere')).toThrow(
      'The message home.nowhere is missing in de',
    );
  });

  it('refuses a group instead of a text', () => {
    expect(() => translator('en', 'site')('nav')).toThrow('site.nav');
  });

  it('refuses a text with a missing value', () => {
    expect(() => translator('en', 'gpt')('title')).toThrow('A value is missing');
  });
});

describe('hasMessage', () => {
  it('returns whether there is a text, for names that come from data', () => {
    expect(hasMessage('fr', 'categories', 'writing')).toBe(true);
    expect(hasMessage('fr', 'categories', 'basket-weaving')).toBe(false);
  });
});

describe('categoryName', () => {
  it('makes the slug of an unknown category readable', () => {
    expect(categoryName('en', 'basket-weaving')).toBe('Basket weaving');
    expect(categoryName('en', 'law-and-money')).toBe('Law & money');
    expect(categoryName('de', '教育')).toBe('教育');
  });
});

describe('the texts for the browser', () => {
  it('count and write numbers as the language does', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const messages = Object.fromEntries(
      forms.map((form) => [`apples_${form}`, `${form} {{count}}`]),
    );
    const counts = [
      ...Array(103).keys(),
      111,
      999,
      1_000,
      10_001,
      999_999,
      -1,

      1.5,
      13_500,
      1_000_000,
      2_000_000,
    ];
    for (const language of languages) {
      const t = translate(messages, language);
      const plurals = new Intl.PluralRules(languageTags[language]);
      const numbers = new Intl.NumberFormat(languageTags[language]);
      for (const count of counts) {
        expect(t('apples', { count })).toBe(`${plurals.select(count)} ${numbers.format(count)}`);
      }
    }
  });

  it('are flat, of the requested areas and group only', () => {
    const messages = pickMessages('en', ['home'], 'search');
    expect(messages['home.search.label']).toBe('Search GPTs');
    expect(Object.keys(messages).every((key) => key.startsWith('home.search.'))).toBe(true);
    expect(pickMessages('en', ['site', 'home'])['site.menu.gpts']).toBe('GPTs');
  });

  it('are the same as at build time, in every language', () => {
    for (const language of languages) {
      const t = translate(pickMessages(language, ['home']), language);
      for (const count of [0, 1, 2, 5, 21, 1_000_000]) {
        const values = { count, amount: count };
        expect(t('home.more.loaded', values)).toBe(
          translator(language, 'home')('more.loaded', values),
        );
      }
    }
  });

  it('group the digits of numbers, and keep texts of digits unchanged', () => {
    const t = translate(pickMessages('en', ['chat']), 'en');
    expect(t('chat.balance', { count: 13_500 })).toBe('13,500 credits left');
    expect(t('chat.held', { held: '1500' })).toBe('1500 held');
    const german = translate(pickMessages('de', ['chat']), 'de');
    expect(german('chat.balance', { count: 13_500 })).toBe('13.500 Credits übrig');
  });

  it('keep an unknown key and an unknown value unchanged', () => {
    const t = translate({ 'a.b': 'Dear {{ name }}' }, 'en');
    expect(t('a.c')).toBe('a.c');
    expect(t('a.b')).toBe('Dear {{ name }}');
    expect(t('a.b', { name: '$& {{name}}' })).toBe('Dear $& {{name}}');
  });
});
