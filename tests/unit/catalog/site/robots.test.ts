import { describe, expect, it } from 'vitest';
import { robotsText } from '#catalog/site/robots.ts';
import { ordersPath, payPath, receiptPath } from '#domain/orders/orderPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import {
  authorPath,
  categoriesPath,
  categoryPath,
  gptPath,
  homePath,
  savedPath,
  searchPath,
  tagPath,
  tagsPath,
} from '#domain/gpts/gptPaths.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';

const closed = [...robotsText(null, false).matchAll(/^Disallow: (\S+)$/gm)].map(
  ([, path]) => path ?? '',
);
const mayRead = (path: string) => !closed.some((start) => path.startsWith(start));

describe('robots.txt', () => {
  it('addresses every crawler', () => {
    expect(robotsText(null, false).startsWith('User-agent: *\n')).toBe(true);
  });

  it('allows the directory, also names that begin with chat or login', () => {
    for (const language of languages) {
      const open = [
        homePath(language),
        homePath(language, 2),
        pricingPath(language),
        gptPath(language, 'chat-with-a-friend'),
        gptPath(language, 'login'),
        categoriesPath(language),
        categoryPath(language, 'chat', 2),
        tagsPath(language, 2),
        tagPath(language, 'search'),
        authorPath(language, 'Saved'),
        rankingPath(language, 'categories', 'chat'),
        // It is marked as not to be listed itself; the number of searches with it is endless.
        searchPath(language),
      ];
      expect(open.filter((path) => !mayRead(path))).toEqual([]);
    }
    expect(['/', '/policy.html', '/_astro/a.js'].every(mayRead)).toBe(true);
  });

  it('forbids calls, results, chat and personal pages', () => {
    const shut = languages.flatMap((language) => [
      loginPath('/en', language),
      chatPath(language, { group: 'g', gpt: 'gpt-4-all' }),
      ordersPath(language),
      payPath(language, '1'),
      receiptPath(language, '1'),
      savedPath(language),
      searchPath(language, { query: 'letter' }),
    ]);
    shut.push('/api/gpts', '/logout', '/login', '/g/gpt-4-all', '/openai/chat/gpt-4o-mini');
    expect(shut.filter(mayRead)).toEqual([]);
  });
});
