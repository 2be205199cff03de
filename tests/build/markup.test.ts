import { describe, expect, it } from 'vitest';
import { openBuiltSite } from '../setup/builtSite.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();

/** One page of each kind. */
const pages = ['en', 'zh']
  .flatMap((language) =>
    [
      '',
      '/page/2',
      '/search',
      '/categories/writing',
      '/gpts/fixture-0',
      '/gpts/nasty-markup',
      '/gpts/nasty-rtl',
      '/gpts/nasty-emoji',
      '/ranking/all',
      '/ranking/daily',
      '/ranking/weekly',
      '/ranking/monthly/2026-02',
      '/pricing',
      '/404',
      '/410',
      '/chat',
      '/login',
    ].map((rest) => `/${language}${rest}`),
  )
  .concat('/nextchat', '/search/placeholder', '/policy.html');

describe('the markup of a page', () => {
  it.each(pages)('is valid: %s', async (path) => {
    expect(await faultsOf(site.page(path).html)).toEqual([]);
  });
});
