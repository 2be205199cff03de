import { describe, expect, it } from 'vitest';
import { isLanguageLike } from '#domain/languages/languageCodes.ts';
import { defaultLanguage, languageTags, languages } from '#domain/languages/languages.ts';
import { chooseLanguage, languageOfTag } from '#domain/languages/readLanguage.ts';

describe('the interface languages', () => {
  it('are eight, in the order of the menu, English by default', () => {
    expect(languages).toEqual(['en', 'zh', 'zh_TW', 'ja', 'ko', 'de', 'fr', 'vi']);
    expect(defaultLanguage).toBe('en');
    expect([languageTags.zh, languageTags.zh_TW]).toEqual(['zh-Hans', 'zh-Hant']);
  });

  it('are chosen by the address, then the stored choice, then the browser, then the default', () => {
    const accepted = 'fr;q=0.3, de-AT, *;q=0.1';
    expect(chooseLanguage({ segment: 'ja', stored: 'ko', accepted })).toBe('ja');
    expect(chooseLanguage({ segment: 'es', stored: 'ko', accepted })).toBe('ko');
    expect(chooseLanguage({ stored: 'es', accepted })).toBe('de');
    expect(chooseLanguage({ accepted: 'es, it;q=0.5' })).toBe('en');
    expect(chooseLanguage({})).toBe('en');
  });

  it.each([
    ['zh', 'yue-CN yue-Hans yue-Hans-HK cmn cmn-CN cmn-Hans-TW zh-SG zh-MY zh-CHS wuu nan zho'],
    ['zh_TW', 'yue yue-HK yue-Hant-CN YUE_MO zh-yue-HK zh-Hant-MO zh-MO cmn-TW cmn-Hant zh-CHT'],
    ['zh_TW', 'nan-TW hak-Hant-TW lzh zh-TW-u-co-stroke chi-tw zh-min-nan-TW'],
    ['de', 'de-AT deu ger-CH'],
    [undefined, 'x es xx art-lojban * zhuang'],
  ])('are %s for the browsers’ languages %s', (language, tags) => {
    const chosen = tags.split(' ').map((tag) => [tag, languageOfTag(tag)]);
    expect(chosen).toEqual(tags.split(' ').map((tag) => [tag, language]));
  });

  it('have codes of ISO 639, with a script or region or without; other short words are pages', () => {
    const named = 'es pt-BR deu fil yue-Hant-HK cn JP zh_hans_tw sr-Latn es-419 iw'.split(' ');
    const other = 'xx faq xyz api art dev us app qq es-guides en- a english __proto__'.split(' ');
    expect(named.filter((segment) => !isLanguageLike(segment))).toEqual([]);
    expect(other.filter(isLanguageLike)).toEqual([]);
  });
});
