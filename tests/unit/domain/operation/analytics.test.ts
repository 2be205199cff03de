import { describe, expect, it } from 'vitest';
import { frameOf } from '#catalog/site/frame.ts';
import { analyticsLabels, pageLabel, sourceLabel } from '#domain/operation/analytics.ts';
import { languages } from '#domain/languages/languages.ts';
import { menuEntries } from '#domain/models/menuModels.ts';
import { menuItems } from '../../../../src/layouts/site/menu.ts';
import { footerColumns } from '../../../../src/layouts/site/footerColumns.ts';
import { linkLabel } from '#elements/analytics.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';

const labelOf = (href: string, host = 'dolores.example') =>
  linkLabel(
    { host, pathname: new URL(href, 'https://dolores.example').pathname },
    'dolores.example',
  );

describe('labels of analytics', () => {
  it('name kinds of pages', () => {
    const paths = [
      '/de',
      '/de/page/2',
      '/de/by/newest',
      '/zh_TW/gpts/x',
      '/en/ranking/all',
      '/en/404',
    ];
    expect(paths.map(pageLabel)).toEqual(['home', 'home', 'home', 'gpts', 'ranking', 'missing']);
    expect(pageLabel('/en/something')).toBe('other');
  });

  it('name the target of links: the part of the site, or the group of the models of a chat', () => {
    const links = menuItems('en', menuEntries).map(({ href }) => labelOf(href));
    const chats = ['search', 'claude', 'openai', 'llama', 'art'];
    expect(links).toEqual(['home', ...chats, 'ranking', 'pricing']);
    expect(labelOf('https://elsewhere.example/en/blog', 'elsewhere.example')).toBe('external');
  });

  it('are listed for every link of menu and footer in every language', () => {
    const navigation: readonly string[] = analyticsLabels.navigation;
    const footer: readonly string[] = analyticsLabels.footer;
    const groups = ['openai', 'claude', 'llama', 'art'];
    const menu = languages.flatMap((language) => menuItems(language, menuEntries));
    const context = emptyContext();
    const links = languages.flatMap((language) =>
      footerColumns(frameOf(context, language, `/${language}`)).flatMap(
        ({ links: found }) => found,
      ),
    );
    expect(links.length).toBeGreaterThan(80);
    const unlisted = [
      ...[...menu.map(({ href }) => labelOf(href)), ...groups].filter(
        (label) => !navigation.includes(label),
      ),
      ...links.map(({ href }) => labelOf(href)).filter((label) => !footer.includes(label)),
    ];
    expect(unlisted).toEqual([]);
  });

  it('are short and plain, and at most a hundred', () => {
    const labels = Object.values(analyticsLabels).flat();
    expect(labels.length).toBeLessThan(100);
    expect(labels.filter((label) => !/^[a-z_]{2,15}$/.test(label))).toEqual([]);
  });

  it('clean the source that a link names', () => {
    const sources = [
      '  Spring Letter ',
      'ｐｏｓｔ',
      'x.com',
      'ada@example.org',
      'id 123456',
      '',
      '新闻',
    ];
    expect(sources.map(sourceLabel)).toEqual([
      'spring-letter',
      'post',
      'x.com',
      'other',
      'other',
      'other',
      'other',
    ]);
    expect(sourceLabel('x'.repeat(41))).toBe('other');
  });
});
