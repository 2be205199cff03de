import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ComponentProps, type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withoutKeys } from '#builder/browserIcons.ts';
import createIcon from '#islands/shared/createIcon.ts';

type Icon = Parameters<typeof createIcon>[0];
type Module = { __iconData: Icon; default: ComponentType<ComponentProps<'svg'>> };

const folder = new URL(
  'icons/',
  import.meta
    .resolve('lucide-react')
    .replace(/[^/]*$/, '')
    .replace('/cjs/', '/esm/'),
);
const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));

const uses = [
  { 'aria-hidden': 'true', size: 18 },
  { 'aria-hidden': 'true', size: 40, strokeWidth: 1.25, className: 'text-faint my-2.5' },
] as const;

it('draws in browsers the icons that stand in pages', async () => {
  expect(names.length).toBeGreaterThan(1_000);
  for (const name of names.filter((_, index) => index % 25 === 0).concat('triangle-alert.mjs')) {
    const module = (await import(fileURLToPath(new URL(name, folder)))) as Partial<Module>;
    if (!module.__iconData || !module.default) continue;
    const own = createIcon(module.__iconData);
    for (const use of uses) {
      const drawn = renderToStaticMarkup(createElement(own, use));
      expect(drawn).toBe(renderToStaticMarkup(createElement(module.default, use)));
    }
  }
});

it('removes the keys of lines', () => {
  const code = withoutKeys(readFileSync(new URL('boxes.mjs', folder), 'utf8'));
  expect(code).not.toMatch(/\bkey\b|^__iconData/m);
  expect(code.match(/\bd: "/g)).toHaveLength(12);
});
