import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Conversations } from '../../screens/people.ts';
import { screens } from '../../screens/screens.ts';

/** Pages that look like another one that is photographed, with the reason. */
const alike = new Map([
  ['[lang]/blog/page/[page]', 'the first page of the blog, with other posts'],
  ['[lang]/blog/tags/[tag]/page/[page]', 'the first page of the tag, with other posts'],
  ['[lang]/tags/[tag]/page/[page]', 'the second page of a category'],
  ['[lang]/tags/page/[page]', 'the first page of the tags'],
  ['[lang]/ranking/[range]/[time]', 'the newest period, whose page is photographed'],
]);

/** Routes that also serve every path below them. */
const shells = new Set(['[lang]/chat', '[lang]/pay', '[lang]/orders', '[lang]/s']);

const routes = globSync('**/*.astro', { cwd: 'src/pages' }).map((file) =>
  file.replace(/(?:\/index)?\.astro$/, ''),
);

const address = () => '/en/chat/g/gpt-4-all/c/00000000-0000-4000-8000-000000000000';
const shared = () => '/en/s/00000000';
const conversations: Conversations = {
  answered: address,
  failed: address,
  made: { picture: address, music: address, video: address, failedPicture: address, shared },
};

describe('the contact sheets', () => {
  it('show every page of the site', () => {
    const photographed = new Set(
      screens.map(({ path }) => findRoute(path('en', conversations).replace(/[?#].*$/, ''))),
    );
    const missing = routes.filter((route) => !photographed.has(route) && !alike.has(route));
    expect(missing).toEqual([]);
  });

  it('leave out no page that has a sheet or has gone', () => {
    expect([...alike.keys()].filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('have one name each', () => {
    const names = screens.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('find the page of each screen', () => {
    const unknown = screens.filter(
      ({ path }) => findRoute(path('en', conversations).replace(/[?#].*$/, '')) === undefined,
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });
});

/** Returns the route of a path: of those that fit, the one with the fewest parameters. */
function findRoute(path: string): string | undefined {
  // A page that does not exist is the page “not found”.
  if (path === '/en/no-such-page') return '[lang]/404';
  return routes
    .filter((route) => patternOf(route).test(path))
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))[0];
}

function patternOf(route: string): RegExp {
  const pattern = route
    .replaceAll('.', '\\.')
    .replace('[lang]', 'en')
    .replace('[\\.\\.\\.list]', '.+')
    .replaceAll(/\[\w+\]/g, '[^/]+');
  return new RegExp(`^/${pattern}${shells.has(route) ? '(?:/.*)?' : ''}$`);
}

function parametersOf(route: string): number {
  return route.split('[').length + (shells.has(route) ? 0.5 : 0);
}
