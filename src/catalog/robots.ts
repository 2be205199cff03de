import { languages } from '#domain/languages.ts';

/** What is no page, or a page that shows nothing without an account. */
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
  '/search/',
];

/**
 * What `/robots.txt` says: everything may be read but calls, chat and login. Each language is named, because a star
 * would also match a GPT or a category whose name begins with `chat`.
 */
export function robotsText(): string {
  const paths = [
    ...withoutLanguage,
    ...languages.flatMap((language) => [`/${language}/chat`, `/${language}/login`]),
  ];
  return ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), ''].join('\n');
}
