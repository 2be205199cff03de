import { expect, it } from 'vitest';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

it('gives each page of the directory every rule that the site has for its classes', () => {
  const pages = site.pages
    .filter(({ layout }) => layout === 'directory')
    .map(({ path, html }) => ({ path, tags: tagsOf(html) }))
    .map(({ path, tags }) => ({
      path,
      style: tags.find(({ name }) => name === 'style')?.rawText ?? '',
      classes: new Set(tags.flatMap(({ attributes }) => attributes.get('class')?.split(' ') ?? [])),
    }));
  const rules = new Map([...new Set(pages.map(({ style }) => style))].map(withClasses));
  const known = new Set([...rules.values()].flatMap((classes) => [...classes]));
  expect(known.size).toBeGreaterThan(300);
  const missing = pages.flatMap(({ style, classes }) =>
    [...classes].filter((name) => known.has(name) && !rules.get(style)?.has(name)),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it('fills the star of a saved GPT, whose path says that it is not filled', () => {
  const style = tagsOf(site.page('/en').html).find(({ name }) => name === 'style')?.rawText ?? '';
  expect(style).toMatch(/\.save\[aria-pressed=['"]?true['"]?\] ?path/);
});

/** A style sheet, and the names of the classes that it has rules for. */
function withClasses(style: string): [string, Set<string>] {
  const names = style.matchAll(/\.((?:\\.|[\w-])+)/g);
  return [style, new Set([...names].map(([, name = '']) => name.replaceAll('\\', '')))];
}
