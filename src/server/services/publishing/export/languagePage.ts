import { defaultGptId } from '#domain/gpts.ts';
import { languageNames, languages, languageTags } from '#domain/languages.ts';
import { models } from '#domain/models.ts';
import { homePath } from '#domain/urls.ts';

/**
 * The page of a host without our server for addresses without a supported language: chooses the language as the server
 * does and goes to the same page in it. Without script it offers all languages.
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

/** What stands in the page: the choice of `services/publishing/resolvePath.ts`, in a browser. */
export function languageScript(): string {
  const groups = Object.fromEntries(models.map(({ id, group }) => [id, group]));
  return `(${chooseInBrowser.toString()})(${JSON.stringify({ languages, groups, gpt: defaultGptId })})`;
}

type Known = {
  languages: readonly string[];
  groups: Readonly<Record<string, string>>;
  gpt: string;
};

type Browser = {
  location: { pathname: string; search: string; hash: string; replace(address: string): void };
  document: { cookie: string };
  navigator: { languages: readonly string[] };
  localStorage: { getItem(key: string): string | null };
};

/** Sent to browsers as its own source: it may use nothing from around it. */
function chooseInBrowser({ languages: known, groups, gpt }: Known): void {
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
  const isSomeLanguage = (segment: string): boolean => {
    if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(segment)) return false;
    if (ofTag(segment) !== undefined) return true;
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return names.of(segment.slice(0, 3).replace(/[-_].*$/, '')) !== undefined;
  };
  const [first = '', ...rest] = location.pathname.split('/').slice(1);
  const hinted = stored() ?? navigator.languages.map(ofTag).find(Boolean) ?? 'en';
  const isPrefixed = known.includes(first) || isSomeLanguage(first);
  const language = isPrefixed ? (ofTag(first) ?? hinted) : hinted;
  const segments = (isPrefixed ? rest : [first, ...rest]).filter((one) => one !== '');
  const [area = '', second = '', third = ''] = segments;
  let path = segments.join('/');
  if (area === 'g' && segments.length < 3) path = `chat/g/${second || gpt}`;
  if ((area === 'openai' || area === 'claude') && second === 'chat' && segments.length === 3) {
    path = `chat/${groups[third] ?? area}/${third}`;
  }
  const target = `/${language}${path === '' ? '' : '/'}${path}`;
  location.replace(target + location.search + location.hash);
}
