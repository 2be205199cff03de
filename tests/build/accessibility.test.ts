import { describe, expect, it } from 'vitest';
import { runAxe } from '../setup/axeWithoutBrowser.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { rankedMonth } from '../setup/site/seeded.ts';

const site = await openBuiltSite();

/** One page of each kind. Rules that need a browser, such as contrast, are in `tests/e2e/accessibility.test.ts`. */
const paths = [
  '',
  '/page/2',
  '/search',
  '/saved',
  '/categories',
  '/categories/writing',
  '/categories/writing/by/name',
  '/tags',
  '/tags/letter',
  '/authors/dolores',
  '/collections',
  '/gpts/fixture-0',
  '/gpts/nasty-markup',
  '/ranking/all',
  `/ranking/monthly/${rankedMonth}`,
  '/ranking/categories',
  '/ranking/categories/writing',
  '/pricing',
  '/blog',
  '/blog/writing-good-instructions',
  '/help',
  '/help/choosing-a-model',
  '/share',
  '/terms',
  '/contact',
  '/redeem',
  '/open',
  '/404',
  '/410',
].map((rest) => `/en${rest}`);

describe('a page before any script has run', () => {
  it.each(paths)('has no accessibility errors: %s', async (path) => {
    const { problems, passed } = await runAxe(site.page(path).html);
    expect(problems).toEqual([]);
    for (const rule of ['button-name', 'document-title', 'heading-order', 'link-name', 'list'])
      expect(passed).toContain(rule);
  });

  it.each([
    ['button-name', '<button></button>'],
    ['image-alt', '<img src="/a.png">'],
    ['label', '<input>'],
    ['link-name', '<a href="/a"></a>'],
    ['list', '<ul><div>a</div></ul>'],
    ['aria-valid-attr', '<p aria-what="a">a</p>'],
    ['heading-order', '<h2>a</h2><h4>b</h4>'],
  ])('reports a page that breaks the rule %s with %s', async (rule, body) => {
    const start = '<!doctype html><html lang="en"><head><title>T</title></head><body>';
    const { problems } = await runAxe(`${start}<main><h1>H</h1>${body}</main></body></html>`);
    expect(problems.map((problem) => problem.split(':')[0])).toContain(rule);
  });
});
