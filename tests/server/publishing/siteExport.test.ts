import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { languageScript } from '#server/services/publishing/export/languagePage.ts';
import { resolvePath } from '#domain/site/resolvePath.ts';
import { switchTo } from '#release/manifest.ts';
import { cleanSite } from '#release/removeOldReleases.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';
import { type SiteFiles, exportTo, publishFiles, temporaryFolders } from '../../setup/exporting.ts';
import { siteFiles } from '../../setup/renderedSite.ts';

const folders = temporaryFolders();

afterEach(() => folders.removeAll());

/** The paths that every site must have, and all pages of one language. */
function smallSite(edition: string): SiteFiles {
  const entries = Object.entries(siteFiles(edition));
  return Object.fromEntries(
    entries.filter(([name]) => /^(?:[^/]+|_astro\/.*|en\/.*|.*\/404\.html)$/.test(name)),
  );
}

/** A tree’s files by name, without what hosts look up. */
async function filesIn(tree: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .filter((name) => !name.startsWith('_host/'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(tree, name))] as const)),
  );
}

describe('an export to a folder', () => {
  it('has every page and file of the release, with compressed copies of texts', async () => {
    const [dataDir, target] = [await folders.make(), join(await folders.make(), 'new')];
    const odd = { [`en/tags/${fileSegment('100% c++?')}.html`]: '<p>odd</p>' };
    const made = await publishFiles(dataDir, { ...siteFiles('one'), ...odd }, ['gone']);
    await exportTo(dataDir, target);
    const tree = join(target, 'current');
    const files = await filesIn(join(target, 'a'));
    const pages = Object.values(made.files).filter(
      ({ type, status }) => type.startsWith('text/html') && status !== 410,
    ).length;
    // The page of `/` is the server’s; the eight pages about removed GPTs are there.
    expect([...files.keys()].filter((name) => name.endsWith('.html'))).toHaveLength(pages - 1 + 8);
    for (const name of [
      'en.html',
      'en/gpts/a/b~.html',
      'en/tags/100% c++?.html',
      'robots.txt',
      'policy.html',
    ]) {
      const plain = files.get(name)?.toString() ?? 'missing';
      expect(brotliDecompressSync(files.get(`${name}.br`) ?? '').toString()).toBe(plain);
      expect(gunzipSync(files.get(`${name}.gz`) ?? '').toString()).toBe(plain);
    }
    expect(files.has('avatar.png.br')).toBe(false);
    expect((await stat(join(tree, '_host/gone/en/gpts/gone'))).size).toBe(0);
    expect((await stat(join(tree, '_host/server/chat/openai/dall-e-3'))).size).toBe(0);
  });

  it('writes and removes only differences, and changes the tree in one step', async () => {
    const [dataDir, target] = [await folders.make(), await folders.make()];
    const page = (text: string) => `${String(siteFiles('one')['en/pricing.html'])}${text}`;
    const files: SiteFiles = {
      ...siteFiles('one'),
      'en/x.html': page('x'),
      'en/y/z.html': page('z'),
      'a.txt': '1',
    };
    await publishFiles(dataDir, files);
    const first = await exportTo(dataDir, target);
    expect(first).toMatchObject({ kind: 'exported', hasNewPolicies: true, removed: 0 });
    expect(await readlink(join(target, 'current'))).toBe('a');
    expect(await exportTo(dataDir, target)).toEqual({ kind: 'unchanged' });

    await publishFiles(dataDir, { ...files, 'a.txt': '2' });
    await exportTo(dataDir, target);
    expect(await readlink(join(target, 'current'))).toBe('b');
    const age = async (tree: string, name: string) =>
      (await stat(join(target, tree, name))).mtimeMs;
    expect(await age('b', 'en.html')).toBe(await age('a', 'en.html'));
    expect(await age('b', 'a.txt')).not.toBe(await age('a', 'a.txt'));

    const { 'en/y/z.html': _gone, ...fewer } = files;
    await publishFiles(dataDir, { ...fewer, 'a.txt': '3', 'en/x.html': page('x2') });
    const untouched = (await stat(join(target, 'a/en.html'))).ino;
    expect(await exportTo(dataDir, target)).toEqual({
      kind: 'exported',
      hasNewPolicies: false,
      assets: 1,
      pages: 1,
      removed: 1,
    });
    expect((await stat(join(target, 'a/en.html'))).ino).toBe(untouched);
    const names = [...(await filesIn(join(target, 'a'))).keys()];
    expect(names.filter((name) => name.startsWith('en/y'))).toEqual([]);
    expect(await readdir(join(target, 'a/en'))).not.toContain('y');
  });

  it('keeps hashed files of kept releases, and code of removed ones for a day', async () => {
    const [dataDir, target] = [await folders.make(), await folders.make()];
    const assets = async () =>
      (await readdir(join(target, 'current/_astro'))).filter((name) => name.endsWith('.js'));
    for (const edition of ['1', '2', '3', '4', '5', '6']) {
      await publishFiles(dataDir, smallSite(edition));
      if (edition !== '4') await exportTo(dataDir, target);
    }
    const editions = (...all: number[]) => all.map((edition) => `app.${edition}.js`);
    expect(await assets()).toEqual(editions(1, 2, 3, 4, 5, 6));
    await cleanSite(siteFolder(dataDir), undefined, new Date(Date.now() + 25 * 3_600_000));
    await exportTo(dataDir, target);
    expect(await assets()).toEqual(editions(2, 3, 4, 5, 6));
    const [before] = (await readdir(siteFolder(dataDir).releases)).toSorted();
    await switchTo(siteFolder(dataDir), before?.replace('.json', '') ?? '');
    await exportTo(dataDir, target);
    expect(await readFile(join(target, 'current/en.html'), 'utf8')).toContain('data-edition="2"');
  });

  it('refuses a folder with other files, and reports a missing release', async () => {
    const [dataDir, target] = [await folders.make(), await folders.make()];
    await expect(exportTo(dataDir, target)).rejects.toThrow('No release is served here yet');
    await publishFiles(dataDir, siteFiles('one'));
    await writeFile(join(target, 'current'), 'mine');
    await expect(exportTo(dataDir, target)).rejects.toThrow('is no link that an export made');
    await expect(exportTo(dataDir, 's3:///x')).rejects.toThrow('is no address of a bucket');
    await expect(exportTo(dataDir, 's3://bucket')).rejects.toThrow(
      'A bucket needs S3_ACCESS_KEY_ID',
    );
  });

  it('leaves a whole tree when it is killed at any moment, and the next one does the rest', async () => {
    const [dataDir, target] = [await folders.make(), await folders.make()];
    const many = (edition: string): SiteFiles => ({
      ...smallSite(edition),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`en/many/${edition}-${index}.html`, edition]),
      ),
    });
    await publishFiles(dataDir, many('e0'));
    await exportTo(dataDir, target);
    const seen: string[] = [];
    for (const [index, moment] of [0, 30, 90].entries()) {
      await publishFiles(dataDir, many(`e${index + 1}`));
      const child = exporter(dataDir, target);
      // Before the pause: the export may end by itself within it.
      const ended = once(child, 'exit');
      await once(child.stdout!, 'data');
      await pause(moment);
      child.kill('SIGKILL');
      await ended;
      seen.push(await wholeEdition(target));
    }
    expect(seen.every((edition, index) => edition <= `e${index + 1}`)).toBe(true);
    // Both trees: a kill may have left either half done.
    for (const last of ['', '1']) {
      await publishFiles(dataDir, { ...many('e3'), 'a.txt': last });
      await exportTo(dataDir, target);
      expect(await wholeEdition(target)).toBe('e3');
    }
  });
});

describe('the page of a host without our server', () => {
  it.each([
    ['/', '', ['de-AT'], '/de'],
    ['/pricing', '?a=1', ['xx', 'zh-HK'], '/zh_TW/pricing?a=1'],
    ['/es/pricing', '', ['ja'], '/ja/pricing'],
    ['/zh-TW', '', ['ja'], '/zh_TW'],
    ['/EN/gpts/a%2Fb', '', ['ja'], '/en/gpts/a%2Fb'],
    ['/g', '', ['ko'], '/ko/chat/g/gpt-4-all'],
    ['/en/g/x', '', ['ko'], '/en/chat/g/x'],
    ['/openai/chat/gpt-4o', '', [], '/en/chat/openai/gpt-4o'],
    ['/en/openai/chat/dall-e-3', '', [], '/en/chat/art/dall-e-3'],
    ['/en/pricing/', '', [], '/en/pricing'],
    ['/g/', '', [], '/en/chat/g/gpt-4-all'],
    ['/cn/pricing', '', ['de'], '/zh/pricing'],
    ['/jpn', '', ['de'], '/ja'],
    ['/vn/', '', [], '/vi'],
    ['/spa-419/pricing', '', ['fr'], '/fr/pricing'],
    ['/xyz', '', ['fr'], '/fr/xyz'],
    ['/xyz-419/pricing', '', ['fr'], '/fr/xyz-419/pricing'],
    ['/yue-HK', '', ['fr'], '/zh_TW'],
    ['/fil', '', ['yue-Hans', 'fr'], '/zh'],
    ['/', '', ['zh-Hant-MO'], '/zh_TW'],
    ['/', '', ['cmn-TW'], '/zh_TW'],
    ['/art/chat/luma-video', '', [], '/en/chat/art/luma-video'],
    ['/llama/chat', '', [], '/en/chat/llama/llama-3.1-8b-instant'],
    ['/en/ranking', '', ['de'], '/en/ranking/all'],
    ['/ranking/', '?a=1', ['de'], '/de/ranking/all?a=1'],
    ['/en/gpts', '', ['de'], '/en'],
    ['/authors', '', [], '/en'],
    ['/openai/chat', '', [], '/en/chat/openai/gpt-3.5-turbo'],
    ['/en/claude/chat/', '', [], '/en/chat/claude/claude-2'],
  ])(
    'leads %s%s with %j to the page our server leads to',
    async (path, search, accepted, target) => {
      const visited: string[] = [];
      runInNewContext(await languageScript(), {
        location: { pathname: path, search, hash: '', replace: (to: string) => visited.push(to) },
        document: { cookie: '' },
        navigator: { languages: accepted },
        localStorage: { getItem: () => null },
        Intl,
      });
      expect(visited).toEqual([target]);
      const request = {
        path,
        search,
        storedLanguage: undefined,
        acceptedLanguages: accepted.join(','),
      };
      expect(resolvePath(request, { isServed: () => false })).toMatchObject({ location: target });
    },
  );

  it('takes the stored language', async () => {
    const visited: string[] = [];
    runInNewContext(await languageScript(), {
      location: {
        pathname: '/',
        search: '',
        hash: '#x',
        replace: (to: string) => visited.push(to),
      },
      document: { cookie: 'a=b; lang=vi' },
      navigator: { languages: ['de'] },
      localStorage: { getItem: () => 'fr' },
      Intl,
    });
    expect(visited).toEqual(['/vi#x']);
  });
});

function exporter(dataDir: string, target: string): ChildProcess {
  const script = fileURLToPath(new URL('../../fixtures/exporter.ts', import.meta.url));
  return spawn(process.execPath, [...nodeFlags, script, dataDir, target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The edition that every file of the served tree is of. */
async function wholeEdition(target: string): Promise<string> {
  const tree = join(target, await readlink(join(target, 'current')));
  const files = await filesIn(tree);
  const edition =
    /data-edition="(\w+)"/.exec(files.get('en.html')?.toString() ?? '')?.[1] ?? 'none';
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  const many = pages.filter(([name]) => name.startsWith('en/many/'));
  expect(many.map(([, content]) => content.toString())).toEqual(
    Array.from({ length: 30 }, () => edition),
  );
  for (const [name, content] of pages) {
    if (content.includes('data-edition'))
      expect(content.toString()).toContain(`data-edition="${edition}"`);
    expect(brotliDecompressSync(files.get(`${name}.br`) ?? '').equals(content)).toBe(true);
    expect(gunzipSync(files.get(`${name}.gz`) ?? '').equals(content)).toBe(true);
  }
  expect(files.has(`_astro/app.${edition}.js`)).toBe(true);
  return edition;
}
