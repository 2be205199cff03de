import { isDemoSite, originOf } from '#catalog/frame.ts';
import { ordersPath, payShellPath } from '#domain/orderPaths.ts';
import { languages } from '#domain/languages.ts';
import { chatShellPath, loginPath, savedPath, searchPath, sitemapPath } from '#domain/urls.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** What is no page, a page that shows nothing without an account, or one of endless results. */
const withoutLanguage = [
  '/api/',
  '/auth/',
  '/logout',
  '/chat',
  '/login',
  '/g/',
  '/openai/',
  '/claude/',
  '/nextchat',
  '/orders',
  '/pay/',
  '/saved',
  '/search/',
  '/search?',
];

/**
 * What `/robots.txt` says: everything may be read but calls, results, chat and what is one’s own. Each language is named, because a star
 * would also match a GPT or a category whose name begins with `chat`.
 */
export function robotsText(origin: string | null = originOf(), isDemo = isDemoSite()): string {
  const paths = [
    ...withoutLanguage,
    ...languages.flatMap((language) => [
      chatShellPath(language),
      loginPath(undefined, language),
      ordersPath(language),
      payShellPath(language),
      savedPath(language),
      `${searchPath(language)}?`,
    ]),
  ];
  const rules = ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), ''];
  // The sitemap has to be named by its whole address.
  if (origin !== null && !isDemo) rules.push(`Sitemap: ${absoluteUrl(sitemapPath, origin)}`, '');
  return rules.join('\n');
}
