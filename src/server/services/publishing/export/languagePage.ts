import { defaultGptId } from '#domain/gpts.ts';
import { languageNames, languages, languagesOfCountries, languageTags } from '#domain/languages.ts';
import { firstModelOf, models } from '#domain/models.ts';
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

/** Returns the script of the page: the choice of `services/serving/resolvePath.ts` for browsers. */
export function languageScript(): string {
  const known: Known = {
    languages,
    countries: languagesOfCountries,
    groups: Object.fromEntries(models.map(({ id, group }) => [id, group])),
    gpt: defaultGptId,
    firsts: { openai: firstModelOf('openai'), claude: firstModelOf('claude') },
    files: [nextChatPath, privacyPath, '/search/placeholder'],
  };
  return `(${chooseInBrowser.toString()})(${JSON.stringify(known)})`;
}

type Known = {
  languages: readonly string[];
  countries: Readonly<Record<string, string>>;
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
function chooseInBrowser({ languages: known, countries, groups, gpt, firsts, files }: Known): void {
  const { location, document, navigator, localStorage } = globalThis as unknown as Browser;
  const ofTag = (tag: string): string | undefined => {
    const [primary, ...rest] = tag.trim().replaceAll('_', '-').toLowerCase().split('-');
    const isTraditional = rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part));
    if (primary === 'zh') return isTraditional && !rest.includes('hans') ? 'zh_TW' : 'zh';
    return known.find((one) => one === primary);
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
  const ofSegment = (segment: string): string | undefined => {
    const primary = segment
      .slice(0, 3)
      .replace(/[-_].*$/, '')
      .toLowerCase();
    const shortest = Intl.getCanonicalLocales(primary)[0] ?? primary;
    return ofTag(segment) ?? countries[primary] ?? ofTag(shortest);
  };
  const [first = '', ...rest] = location.pathname.split('/').slice(1);
  const hinted = stored() ?? navigator.languages.map(ofTag).find(Boolean) ?? 'en';
  const isPrefixed = known.includes(first) || /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(first);
  const language = isPrefixed ? (ofSegment(first) ?? hinted) : hinted;
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
