import { describe, expect, it } from 'vitest';
import { openBuiltSite } from '../setup/builtSite.ts';
import { nestingFaults } from '../setup/nesting.ts';
import { read, withoutTemplates } from '../setup/tags.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();

/** One page of each kind, in two languages. */
const kinds = ['en', 'zh'].flatMap((language) =>
  [
    '',
    '/page/2',
    '/search',
    '/saved',
    '/categories',
    '/categories/writing',
    '/tags',
    '/tags/letter',
    '/authors/dolores',
    '/gpts/fixture-0',
    '/ranking/all',
    '/ranking/daily',
    '/ranking/weekly',
    `/ranking/monthly/${site.rankedTimes('monthly')[0]}`,
    '/ranking/categories',
    '/ranking/categories/writing',
    '/pricing',
    '/blog',
    '/blog/page/2',
    '/blog/tags/models',
    '/blog/writing-good-instructions',
    '/help',
    '/help/choosing-a-model',
    '/blog/odd-markup',
    '/share',
    '/terms',
    '/refunds',
    '/privacy',
    '/contact',
    '/redeem',
    '/open',
    '/404',
    '/410',
    '/chat',
    '/login',
  ].map((rest) => `/${language}${rest}`),
);
const odd = ['nasty-markup', 'nasty-head', 'nasty-mixed', 'nasty-emoji', 'nasty-escapes', '404']
  .map((id) => `/en/gpts/${id}`)
  .concat('/nextchat', '/search/placeholder', '/policy.html');

describe('the markup of a page', () => {
  it.each([...kinds, ...odd])('is valid: %s', async (path) => {
    expect(await faultsOf(site.page(path).html)).toEqual([]);
  });

  it('is nested as it is written, on every page: no id twice, no link in a link', () => {
    const faults = site.pages.flatMap(({ path, html }) =>
      nestingFaults(html).map((fault) => `${path}: ${fault}`),
    );
    expect(faults.slice(0, 20)).toEqual([]);
  });

  it('has one main part and one first heading, on every page of the directory', () => {
    const wrong = site.pages.flatMap(({ path, html, layout }) => {
      const names = read(withoutTemplates(html)).tags.map(({ name }) => name);
      const count = (requested: string) => names.filter((name) => name === requested).length;
      return layout !== 'directory' || (count('main') === 1 && count('h1') === 1) ? [] : [path];
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('reports markup that a browser would change', () => {
    expect(nestingFaults('<p><ul><li>a</li></ul></p>')).toEqual(['<ul> in <p>']);
    expect(nestingFaults('<a href="/"><button>x</button></a>')).toEqual(['<button> in <a>']);
    expect(nestingFaults('<b id="x"></b><i id="x"></i>')).toEqual(['two elements have the id x']);
    expect(nestingFaults('<div><b></div>')).toEqual(['</div> ends <b>']);
    expect(nestingFaults('<div title="a>b"><br></div>')).toEqual([]);
  });
});
