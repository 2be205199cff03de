import { ordersPath, payShellPath } from '#domain/orderPaths.ts';
import { languages } from '#domain/languages.ts';
import { chatShellPath, loginPath, savedPath, searchPath, sitemapPath } from '#domain/urls.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** Paths that are no page, pages that show nothing without an account, and pages of endless results. */
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
 * Returns the content of `/robots.txt`: crawlers may read everything except API calls, results, chat and personal pages.
 * Each language is named, because a star would also match a GPT or a category whose name begins with `chat`.
 */
export function robotsText(origin: string | null, isDemo: boolean): string {
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
