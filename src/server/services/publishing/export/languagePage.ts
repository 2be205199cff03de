import { defaultGptId } from '#domain/gpts.ts';
import { languageCodes } from '#domain/languageCodes.ts';
import {
  chineseLanguages,
  chineseSubtags,
  languageForm,
  languageNames,
  languages,
  languagesOfCountries,
  languageTags,
} from '#domain/languages.ts';
import { firstModelOf, modelGroups, models } from '#domain/models.ts';
import { homePath, nextChatPath, privacyPath } from '#domain/urls.ts';

/**
 * Returns the page of a host without our server for addresses without a supported language: it chooses the language
 * like the server and opens the same page in it. Without scripts it lists all languages.
 */
export function languagePage(): string {
  const links = languages.map((language) => {
    const tag = languageTags[language];
    return `<li><a href="${homePath(language)}" hreflang="${tag}" lang="${tag}">${languageNames[language]}</a></li>`;
  });
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">` +
    `<meta name="viewport" content="width=device-width"><title>Dolores</title>` +
    `<main><ul>${links.join('')}</ul></main><script>${languageScript()}</script></html>\n`
  );
}

/** Returns the script of the page: the choice of `domain/resolvePath.ts` for browsers. */
export function languageScript(): string {
  const known: Known = {
    languages,
    countries: languagesOfCountries,
    chinese: { languages: chineseLanguages, subtags: chineseSubtags },
    codes: languageCodes,
    form: languageForm.source,
    groups: Object.fromEntries(models.map(({ id, group }) => [id, group])),
    gpt: defaultGptId,
    firsts: Object.fromEntries(modelGroups.map((group) => [group, firstModelOf(group)])),
    files: [nextChatPath, privacyPath, '/search/placeholder'],
  };
  return `(${chooseInBrowser.toString()})(${JSON.stringify(known)})`;
}

type Known = {
  languages: readonly string[];
  countries: Readonly<Record<string, string>>;
  chinese: Record<'languages' | 'subtags', Readonly<Record<string, string>>>;
  /** All codes of languages, separated by spaces. */
  codes: string;
  /** The regular expression of a language in an address. */
  form: string;
  groups: Readonly<Record<string, string>>;
  gpt: string;
  firsts: Readonly<Record<string, string>>;
  /** Paths without a language. */
  files: readonly string[];
};

type Browser = {
  location: { pathname: string; search: string; hash: string; replace(address: string): void };
  document: { cookie: string };
  navigator: { languages: readonly string[] };
  localStorage: { getItem(key: string): string | null };
};

/** Sent to browsers as source text, so it cannot use anything outside of the function. */
function chooseInBrowser(sent: Known): void {
  const { languages: known, countries, chinese, codes, form, groups, gpt, firsts, files } = sent;
  const { location, document, navigator, localStorage } = globalThis as unknown as Browser;
  const shortest = (code: string): string =>
    /^[a-z]{2,3}$/.test(code) ? (Intl.getCanonicalLocales(code)[0] ?? code) : code;
  const ofTag = (tag: string): string | undefined => {
    const [subtags = ''] = tag
      .trim()
      .replaceAll('_', '-')
      .toLowerCase()
      .split(/-[a-z0-9]-/);
    const [primary = '', ...rest] = subtags.split('-');
    const code = shortest(primary);
    const script = chinese.languages[code === 'zh' ? (rest[0] ?? code) : code] ?? code;
    if (script !== 'zh' && script !== 'zh_TW') return known.find((one) => one === code);
    const said = Object.keys(chinese.subtags).find((subtag) => rest.includes(subtag));
    return (said && chinese.subtags[said]) || script;
  };
  const stored = (): string | undefined => {
    const cookie = /(?:^|;\s*)lang=([^;]*)/.exec(document.cookie)?.[1];
    try {
      return [cookie, localStorage.getItem('lang')].find((one) =>
        known.includes(one ?? ''),
      ) as string;
    } catch {
      return known.includes(cookie ?? '') ? cookie : undefined;
    }
  };
  const [first = '', ...rest] = location.pathname.split('/').slice(1);
  const primary = first.replace(/[-_].*$/, '').toLowerCase();
  const country = Object.keys(countries).includes(primary) ? countries[primary] : undefined;
  const hinted = stored() ?? navigator.languages.map(ofTag).find(Boolean) ?? 'en';
  const isCode = codes.split(' ').includes(shortest(primary)) || country !== undefined;
  const isPrefixed = known.includes(first) || (isCode && new RegExp(form, 'i').test(first));
  const language = isPrefixed ? (ofTag(first) ?? country ?? hinted) : hinted;
  const segments = (isPrefixed ? rest : [first, ...rest]).filter((one) => one !== '');
  const [area = '', second = '', third] = segments;
  let path = segments.join('/');
  if (path === 'ranking') path = 'ranking/all';
  if (path === 'gpts' || path === 'authors') path = '';
  if (area === 'g' && segments.length < 3) path = `chat/g/${second || gpt}`;
  const firstModel = firsts[area];
  if (firstModel !== undefined && second === 'chat' && segments.length < 4) {
    const model = third ?? firstModel;
    path = `chat/${groups[model] ?? area}/${model}`;
  }
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
  const target = files.includes(`/${path}`) ? '' : `/${language}`;
  location.replace(`${target}${path && '/'}${path}${location.search}${location.hash}`);
}
