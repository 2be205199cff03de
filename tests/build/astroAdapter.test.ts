import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { AstroPages, bundleDescription, testedAstroVersion } from '#builder/astroAdapter.ts';
import { ensureBundle } from '#builder/bundle.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import { codeDigest } from '#server/services/publishing/codeDigest.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';

type AstroApp = { manifest: { pageMap: Map<string, () => Promise<object>> } };

/** Each failure names the assumption about Astro’s undocumented parts that no longer holds. */
describe('the adapter of Astro’s undocumented parts', () => {
  let folder = '';

  beforeAll(async () => {
    const bundles = join(projectFolder(), '.astro', 'bundles');
    ({ folder } = await ensureBundle(bundles, await codeDigest()));
  });

  it('matches the installed version', async () => {
    const file = join(projectFolder(), 'node_modules/astro/package.json');
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    const advice = `Astro ${version} is installed. Read its core/build/app.js and core/build/environment.js, compare them with src/builder/astroAdapter.ts, then raise testedAstroVersion`;
    expect(version, advice).toBe(testedAstroVersion);
  });

  it('keeps the values that the build gives to its application', async () => {
    const { entry, styles, scripts } = JSON.parse(
      await readFile(join(folder, bundleDescription), 'utf8'),
    ) as { entry: string; styles: unknown[]; scripts: unknown[] };
    expect(entry, 'Astro names the entry of its bundle otherwise').toMatch(/^prerender-entry/);
    expect(styles.length, '`setInternals` gets no `pagesByKeys`').toBeGreaterThan(20);
    expect(scripts.length, '`setInternals` gets no `entrySpecifierToBundleMap`').toBeGreaterThan(
      10,
    );
  });

  it('renders a page that no route lists, with its styles and scripts', async () => {
    const pages = await AstroPages.open(folder);
    const registration = 'open';
    const view = {
      language: 'fr',
      origin: null,
      image: pageImage('fr'),
      isDemo: false,
      registration,
    };
    const params = { lang: 'not-listed' };
    const response = await pages.render('/[lang]/chat', { params, props: { view } });
    expect(
      response.status,
      '`routeCache` does not give the current page as the static path of every address',
    ).toBe(200);
    const html = await response.text();
    expect(html, 'the props of the current page do not reach its component').toContain('lang="fr"');
    expect(html, 'pages get no styles from `pagesByKeys`').toMatch(/<style|rel="stylesheet"/);
    expect(html, 'Astro keeps the script of its islands in another file').not.toContain(
      'astro:after-swap',
    );
    expect(html, 'islands get no files from `entrySpecifierToBundleMap`').toMatch(
      /component-url="\/_astro\/[^"]+\.js"/,
    );
  });

  it('imports the module of a page once', async () => {
    const { entry } = JSON.parse(await readFile(join(folder, bundleDescription), 'utf8')) as {
      entry: string;
    };
    const bundled: unknown = await import(join(folder, 'pages', entry));
    const { pageMap } = (bundled as { app: AstroApp }).app.manifest;
    const component = 'src/pages/[lang]/login.astro';
    const load = pageMap.get(component);
    expect(load, '`manifest.pageMap` does not have the modules of pages').toBeDefined();
    let count = 0;
    pageMap.set(component, async () => {
      count += 1;
      return (await load?.()) ?? {};
    });
    const pages = await AstroPages.open(folder);
    const registration = 'open';
    const view = {
      language: 'fr',
      origin: null,
      image: pageImage('fr'),
      isDemo: false,
      registration,
    };
    const page = { params: { lang: 'fr' }, props: { view } };
    await pages.render('/[lang]/login', page);
    await pages.render('/[lang]/login', page);
    expect(count, 'Astro imports the module again for each page').toBe(1);
  });

  it('names a missing route of the bundle', async () => {
    const pages = await AstroPages.open(folder);
    const unknown = pages.render('/[lang]/unknown', { params: {}, props: {} });
    await expect(unknown).rejects.toThrow('The pages of /[lang]/unknown are not in Astro’s bundle');
  });
});
