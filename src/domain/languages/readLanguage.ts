import {
  type Language,
  defaultLanguage,
  isLanguage,
  languages,
} from '#domain/languages/languages.ts';

const knownTags = new Map<string, Language | undefined>();
const rememberedTags = 1_000;

/** Returns the supported language of a BCP 47 tag in any spelling (`zh-TW`, `EN`, `zh-hant-hk`), if any. */
export function languageOfTag(tag: string): Language | undefined {
  if (knownTags.has(tag)) return knownTags.get(tag);
  const language = readTag(tag);
  if (knownTags.size < rememberedTags) knownTags.set(tag, language);
  return language;
}

/** Chinese languages as browsers name them, with the script that CLDR expects for each. */
export const chineseLanguages: Readonly<Record<string, 'zh' | 'zh_TW'>> = {
  zh: 'zh',
  cmn: 'zh',
  yue: 'zh_TW',
  lzh: 'zh_TW',
  wuu: 'zh',
  nan: 'zh',
  hak: 'zh',
  gan: 'zh',
  hsn: 'zh',
  cdo: 'zh',
  cjy: 'zh',
  czh: 'zh',
};

/** Scripts and regions of Chinese. A script comes first, because `zh-Hans-HK` is simplified. */
const chineseSubtags: Readonly<Record<string, 'zh' | 'zh_TW'>> = {
  hans: 'zh',
  chs: 'zh',
  hant: 'zh_TW',
  cht: 'zh_TW',
  cn: 'zh',
  sg: 'zh',
  my: 'zh',
  tw: 'zh_TW',
  hk: 'zh_TW',
  mo: 'zh_TW',
};

function readTag(tag: string): Language | undefined {
  const [subtags = ''] = tag
    .trim()
    .replaceAll('_', '-')
    .toLowerCase()
    .split(/-[a-z0-9]-/);
  const [primary = '', ...rest] = subtags.split('-');
  const code = shortest(primary);
  // `zh-yue-HK` is an older spelling of `yue-HK`.
  const chinese = chineseLanguages[code === 'zh' ? (rest[0] ?? code) : code] ?? code;
  if (chinese !== 'zh' && chinese !== 'zh_TW') return languages.find((one) => one === code);
  const namedSubtag = Object.keys(chineseSubtags).find((subtag) => rest.includes(subtag));
  return (namedSubtag === undefined ? undefined : chineseSubtags[namedSubtag]) ?? chinese;
}

/** Country codes that people type instead of a language: `/cn` means `/zh`. */
export const languagesOfCountries: Readonly<Record<string, Language>> = {
  cn: 'zh',
  tw: 'zh_TW',
  hk: 'zh_TW',
  mo: 'zh_TW',
  jp: 'ja',
  kr: 'ko',
  vn: 'vi',
};

/** The form of a language in an address: two or three letters, with or without an extended language, script and region. */
export const languageForm =
  /^[a-z]{2,3}([-_][a-z]{3})?([-_][a-z]{4})?([-_]([a-z]{2,3}|[0-9]{3}))?$/i;

/** Returns the supported language of a path segment: a tag in any spelling, a code of three letters, or a country. */
export function languageOfSegment(segment: string): Language | undefined {
  if (!languageForm.test(segment)) return undefined;
  return languageOfTag(segment) ?? languagesOfCountries[primaryCode(segment)];
}

/** Returns the first part of a tag, in lower case. */
export function primaryCode(tag: string): string {
  return tag.replace(/[-_].*$/, '').toLowerCase();
}

/** Returns the shortest code of a language: `deu` → `de`, `jpn` → `ja`. */
export function shortest(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code;
  return Intl.getCanonicalLocales(code)[0] ?? code;
}

/**
 * Chooses the interface language in the specified order: the URL's first segment (in any spelling), the stored
 * choice, the browser's `Accept-Language`, the default.
 */
export function chooseLanguage(hints: {
  segment?: string | undefined;
  stored?: string | undefined;
  accepted?: string | undefined;
}): Language {
  const fromUrl = hints.segment === undefined ? undefined : languageOfSegment(hints.segment);
  if (fromUrl) return fromUrl;
  if (isLanguage(hints.stored)) return hints.stored;
  return acceptedLanguage(hints.accepted ?? '') ?? defaultLanguage;
}

/** Returns the first supported language of an `Accept-Language` header, by weight (RFC 9110, 12.5.4). */
function acceptedLanguage(header: string): Language | undefined {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean);
      return { tag, weight: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => languageOfTag(tag))
    .find((language) => language !== undefined);
}
