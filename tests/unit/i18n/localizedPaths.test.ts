import { initAstroI18next } from 'astro-i18next';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as config from '../../../astro-i18next.config.ts';
import { languages } from '#domain/languages/languages.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import { alternatesOf, localizedPath } from '#i18n/localizedPaths.ts';

// In a build the integration does this.
beforeAll(() => initAstroI18next(config));

describe('localizedPath', () => {
  const language = fc.constantFrom(...languages);
  const segment = fc.string({ minLength: 1, unit: 'grapheme' }).map(encodeURIComponent);
  // A GPT may be called like a language.
  const rest = fc.array(fc.oneof(segment, language), { maxLength: 4 });

  it('leads to the same page as the paths of the browser and the server', () => {
    fc.assert(
      fc.property(language, rest, language, (from, segments, to) => {
        const path = ['', from, ...segments].join('/');
        expect(localizedPath(path, to)).toBe(inLanguage(path, to));
      }),
    );
  });

  it('adds a language if there is none', () => {
    expect(localizedPath('/pricing', 'fr')).toBe('/fr/pricing');
  });
});

describe('alternatesOf', () => {
  it('names all eight languages and a default', () => {
    const alternates = alternatesOf('/de/gpts/a%2Fb', 'https://site.example/');
    expect(alternates).toHaveLength(languages.length + 1);
    expect(alternates).toContainEqual({
      hreflang: 'zh-Hant',
      href: 'https://site.example/zh_TW/gpts/a%2Fb',
    });
    expect(alternates.at(-1)).toEqual({
      hreflang: 'x-default',
      href: 'https://site.example/en/gpts/a%2Fb',
    });
  });

  it('returns none without an origin', () => {
    expect(alternatesOf('/de', undefined)).toEqual([]);
    expect(absoluteUrl('/de', 'https://site.example/')).toBe('https://site.example/de');
  });
});
