import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import {
  authorPath,
  categoriesPath,
  categoryPath,
  gptPath,
  homePath,
  openGptPath,
  savedPath,
  searchPath,
  tagPath,
  tagsPath,
} from '#domain/gpts/gptPaths.ts';
import { blogPath, blogTagPath, postPath } from '#domain/blog/blogPaths.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { loginPath, safeRedirect } from '#domain/login/loginPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { hostileRedirects } from '../../../setup/hostileRedirects.ts';

describe('paths', () => {
  it.each(languages)('carry the prefix %s', (language) => {
    expect([
      homePath(language),
      gptPath(language, 'a b/c'),
      pricingPath(language),
      savedPath(language),
      searchPath(language),
      searchPath(language, { query: 'a & b?', category: '', tag: 'c#', page: 2 }),
      searchPath(language, { query: '', content: 'zh-Hant', page: 1 }),
      categoriesPath(language),
      categoryPath(language, 'writing'),
      tagsPath(language),
      tagsPath(language, 2),
      tagPath(language, 'C#  Tips'),
      tagPath(language, 'c# tips', 2),
      authorPath(language, '@Someone'),
      blogPath(language),
      blogPath(language, 2),
      blogTagPath(language, 'models'),
      blogTagPath(language, 'models', 2),
      postPath(language, 'a-post'),
      helpPath(language),
      helpPath(language, 'what-credits-buy'),
      rankingPath(language, 'all'),
      rankingPath(language, 'weekly', '2026-03-02'),
      rankingPath(language, 'daily'),
      chatScreenPath(language, 'search'),
      chatPath(language, { group: 'claude', model: 'claude-3-opus' }, { conversation: 'x' }),
      chatPath(language, { group: 'g', gpt: 'gpt-4-all' }, { text: 'a & b' }),
    ]).toEqual(
      [
        '',
        '/gpts/a%20b%2Fc',
        '/pricing',
        '/saved',
        '/search',
        '/search?query=a+%26+b%3F&tag=c%23&page=2',
        '/search?content=zh-Hant',
        '/categories',
        '/categories/writing',
        '/tags',
        '/tags/page/2',
        '/tags/c%23%20tips',
        '/tags/c%23%20tips/page/2',
        '/authors/%40someone',
        '/blog',
        '/blog/page/2',
        '/blog/tags/models',
        '/blog/tags/models/page/2',
        '/blog/a-post',
        '/help',
        '/help/what-credits-buy',
        '/ranking/all',
        '/ranking/weekly/2026-03-02',
        '/ranking/daily',
        '/chat/search',
        '/chat/claude/claude-3-opus/c/x',
        '/chat/g/gpt-4-all?text=a%20%26%20b',
      ].map((rest) => `/${language}${rest}`),
    );
  });

  it('open a saved or recent GPT, with a language or without', () => {
    expect(openGptPath('a b/c')).toBe('/g/a%20b%2Fc');
    expect(openGptPath('a b/c', 'zh_TW')).toBe('/zh_TW/g/a%20b%2Fc');
  });

  it('change only their language segment', () => {
    expect(inLanguage('/en/gpts/zh', 'zh_TW')).toBe('/zh_TW/gpts/zh');
    expect(inLanguage('/en', 'de')).toBe('/de');
    expect(inLanguage('/pricing', 'fr')).toBe('/fr/pricing');
  });

  it('lead from the login page back to the previous page', () => {
    expect(loginPath('/en/chat/gpts?a=1')).toBe('/login?redirect=%2Fen%2Fchat%2Fgpts%3Fa%3D1');
    expect(loginPath('/de/chat', 'de')).toBe('/de/login?redirect=%2Fde%2Fchat');
    expect(safeRedirect('/en/chat/gpts?a=1', '/en')).toBe('/en/chat/gpts?a=1');
  });

  it('lead back to a chat with its question, or without it if that is too long', () => {
    const chatWith = (text?: string) =>
      chatPath('zh', { group: 'g', gpt: 'poet' }, text === undefined ? {} : { text });
    const question = chatWith('合'.repeat(800));
    expect(safeRedirect(question, '/zh')).toBe(question);
    expect(loginPath(question, 'zh').length).toBeLessThan(14_000);
    const tooLong = chatWith('合'.repeat(1_000));
    expect(safeRedirect(tooLong, '/zh')).toBe(chatWith());
    expect(loginPath(tooLong, 'zh')).toBe(loginPath(chatWith(), 'zh'));
  });

  it.each([undefined, '', '//evil.example', '/\\evil.example', `/${'a'.repeat(8_000)}`])(
    'never lead back to %j',
    (path) => {
      expect(safeRedirect(path, '/en')).toBe('/en');
    },
  );

  it.each(hostileRedirects)('never lead to another site: %j', (path) => {
    const led = new URL(safeRedirect(path, '/en'), 'https://own.example/en/login');
    expect(led.origin).toBe('https://own.example');
  });
});
