import { ordersPath, payShellPath } from '#domain/orders/orderPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import { chatShellPath } from '#domain/chat/chatPaths.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { savedPath, searchPath } from '#domain/gpts/gptPaths.ts';
import { sitemapPath } from '#domain/site/sitePaths.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** Paths that are not pages, pages that need an account, and pages of search results. */
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
 * Returns the content of `/robots.txt`: crawlers may read everything except API calls, search results, chat and personal
 * pages. Rules are repeated for each language, because a wildcard would also match GPTs and categories that begin with
 * `chat`.
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
  // The sitemap needs an absolute URL.
  if (origin !== null && !isDemo) rules.push(`Sitemap: ${absoluteUrl(sitemapPath, origin)}`, '');
  return rules.join('\n');
}
