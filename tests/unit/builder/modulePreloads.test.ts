import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ModulePreloads } from '#builder/modulePreloads.ts';

const folder = mkdtempSync(join(tmpdir(), 'dolores-preloads-'));
const files = {
  'Chat.1.js': 'import{a as e}from"./shared.1.js";import"./framework.1.js";import("./later.1.js");',
  'shared.1.js': 'import{n as t}from"./framework.1.js";export{t};export{r}from"./chat.1.js";',
  'framework.1.js': 'var from="./no.js";',
  'chat.1.js': 'import * as x from "./shared.1.js";',
  'client.1.js': 'import r from"./framework.1.js";',
  'Later.1.js': '',
  'answers.1.js': 'import"./chat.1.js";import"./common.1.js";',
  'common.1.js': 'import"./shared.1.js";',
  'Dialog.1.js': 'import"./shared.1.js";import("./later.1.js");',
};
mkdirSync(join(folder, '_astro'));
for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, '_astro', name), code);

afterAll(() => rmSync(folder, { recursive: true }));

/** The output of `ModulePreloads` for a page. */
const addTo = (page: string) => new ModulePreloads(folder).addTo(Buffer.from(page)).toString();

const island = (name: string, client: string) =>
  `<astro-island uid="x" component-url="/_astro/${name}.1.js" component-export="A" renderer-url="/_astro/client.1.js" props="{a > b}" ssr client="${client}" opts="{}"></astro-island>`;

it('links to the modules that a page needs at once, and not to later ones', () => {
  const page = `<head><meta charset="utf-8"><title>T</title></head>${island('Chat', 'load')}${island('Later', 'interaction')}`;
  const linked = addTo(page);
  expect(
    [...linked.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, path]) => path),
  ).toEqual(
    ['Chat', 'shared', 'framework', 'chat', 'client'].map((name) => `/_astro/${name}.1.js`),
  );
  expect(linked).toContain(
    '<astro-island data-answers="/_astro/answers.1.js /_astro/common.1.js" uid="x" component-url="/_astro/Chat',
  );
  expect(linked.replaceAll(/<link[^>]*>| data-(?:modules|answers)="[^"]*"/g, '')).toBe(page);
});

it('names the imports of an island that hydrates on interaction', () => {
  const page = `<head><meta charset="utf-8"></head>${island('Dialog', 'interaction')}`;
  const named = addTo(page);
  const modules = 'shared framework chat'.split(' ').map((name) => `/_astro/${name}.1.js`);
  expect(named).toBe(
    page.replace('<astro-island ', `<astro-island data-modules="${modules.join(' ')}" `),
  );
});

it('does not change a page without modules', () => {
  const page = '<head><meta charset="utf-8"></head><p>No island</p>';
  expect(addTo(page)).toBe(page);
});
