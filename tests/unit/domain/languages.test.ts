import { describe, expect, it } from 'vitest';
import { chooseLanguage, defaultLanguage, languageTags, languages } from '#domain/languages.ts';

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
});
