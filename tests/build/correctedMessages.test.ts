import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { privacyPath, qqPicturePath } from '#domain/site/sitePaths.ts';
import { writeDemoState } from '#server/services/demo/demoFolder.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { type Manifest, currentRelease, readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';
import { smallCatalogue, snapshotLines } from '../setup/catalogueSteps.ts';
import { Random } from '../setup/random.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const operator = {
  supportEmail: 'support@example.org',
  communityUrl: undefined,
  socialUrls: [],
  seller: undefined,
  qqPicture: undefined,
};

/** The sharing event runs then: a publish of its own would be expensive. */
const duringTheEvent = '2024-03-20';
/** The last codes of its posts have expired then, and a promotion of Pro runs. */
const afterTheEvent = '2026-03-15';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-corrected-'));
  // Without posts and with one GPT there is little to render.
  process.env['BLOG_FOLDER'] = join(dataDir, 'blog');
  for (const language of ['en', 'de'])
    await mkdir(join(dataDir, 'blog', language), { recursive: true });
});

afterAll(async () => {
  delete process.env['BLOG_FOLDER'];
  await rm(dataDir, { recursive: true, force: true });
});

async function correct(language: string, area: string, texts: object): Promise<string> {
  const file = join(dataDir, 'messages', language, `${area}.json`);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify(texts));
  return file;
}

function publishSmall(closedDay = duringTheEvent) {
  const catalogue = smallCatalogue(join(dataDir, 'blog'), new Random(1), 1, 1, closedDay);
  return publish({
    config: { dataDir, publicUrl: siteOrigin, operator, startingCredits: 10 },
    snapshot: async function* () {
      yield* snapshotLines(catalogue);
    },
    progress: () => undefined,
  });
}

function pagesIn(files: Manifest['files']): string[] {
  return Object.keys(files).filter((path) => files[path]?.type.startsWith('text/html'));
}

async function servedPages() {
  const site = siteFolder(dataDir);
  const { files } = await readRelease(site, (await currentRelease(site)) ?? '');
  const read = async (path: string) =>
    (await readStored(site.store, files[path]?.hash ?? '', 'identity')).toString();
  return { files, read };
}

// In order: each publishes after the one before.
describe('a corrected message', () => {
  it('appears on the pages of its language, rendered on the server and in the browser', async () => {
    await correct('de', 'site', { sign: 'Hinein, bitte' });
    await correct('de', 'chat', { composer: { send: 'Hinaus damit' } });
    await publishSmall();
    const { read } = await servedPages();
    const pageContains = async (path: string, text: string) => (await read(path)).includes(text);
    for (const path of ['/de', '/de/pricing', '/de/404']) {
      expect(await pageContains(path, 'Hinein, bitte'), path).toBe(true);
    }
    expect(await pageContains('/de/chat', 'Hinaus damit')).toBe(true);
    expect(await pageContains('/en', 'Hinein, bitte')).toBe(false);
  });

  it('stops the publish with a sentence when it is wrong, and the served release stays', async () => {
    const served = await currentRelease(siteFolder(dataDir));
    const file = await correct('de', 'home', { headingPage: 'Seite' });
    await expect(publishSmall()).rejects.toThrow(`${file}: headingPage lacks {{page}}`);
    expect(await currentRelease(siteFolder(dataDir))).toBe(served);
    await rm(file);
  });

  it('is the shipped one again after its file was deleted, on the pages of its language only', async () => {
    const before = await servedPages();
    await rm(join(dataDir, 'messages'), { recursive: true });
    expect((await publishSmall()).kind).toBe('published');
    const { files, read } = await servedPages();
    expect((await read('/de')).includes('Hinein, bitte')).toBe(false);
    const moved = Object.keys(files).filter(
      (path) => files[path]?.hash !== before.files[path]?.hash,
    );
    expect(moved.filter((path) => !path.startsWith('/de'))).toEqual([]);
  });
});

describe('the page of the sharing plan', () => {
  it('shows the end of the event, and the sentence for the days after', async () => {
    const { read } = await servedPages();
    for (const [language, end] of [
      ['en', 'Mar\u00a031,\u00a02024'],
      ['de', '31.03.2024'],
    ] as const) {
      const html = await read(`/${language}/share`);
      const note = html.slice(html.indexOf('id="sharing-event"'), html.indexOf('<dl'));
      const [running = '', ended = ''] = note.split('<div').slice(1);
      expect(note).toContain('data-to="2024-03-31"');
      expect(running).toContain(end);
      expect(running).not.toMatch(/^[^>]*\bhidden\b/);
      expect(ended).toContain(end);
      expect(ended).toMatch(/^[^>]*\bhidden\b/);
    }
    expect(await read('/en/share')).toContain('The event runs until Mar\u00a031,\u00a02024.');
    expect(await read('/en/share')).toContain('mailto:support@example.org');
  });
});

// Here, because another site would cost a publish of its own.
describe('a ranking without frozen periods', () => {
  it('shows when the first one comes, lists GPTs, and is hidden from search engines', async () => {
    const { read } = await servedPages();
    const sitemap = await read('/sitemaps/ranking-1.xml');
    const texts = new Set<string>();
    for (const range of ['weekly', 'monthly', 'categories', 'categories/writing']) {
      const html = await read(`/en/ranking/${range}`);
      expect(html, range).toMatch(/The first [a-z ]* appears 6 hours after the end/);
      expect(html, range).toContain('class="card"');
      expect(html, range).toContain('<meta name="robots" content="noindex">');
      expect(html, range).not.toMatch(/href="\/en\/ranking\/(weekly|monthly)" class="chip"/);
      expect(sitemap, range).not.toContain(`/en/ranking/${range}<`);
      const head = /<title>(.*?)<\/title>\s*<meta name="description" content="(.*?)"/.exec(html);
      texts.add(head?.[1] ?? '').add(head?.[2] ?? '');
    }
    expect(texts.size).toBe(8);
    expect(sitemap).toContain('/en/ranking/all<');
  });
});

// Here, because another folder would cost a bundle of its own.
describe('a folder of demo data', () => {
  it('is marked on every page, and is hidden from search engines', async () => {
    await writeDemoState(dataDir, {
      seed: 1,
      since: duringTheEvent,
      until: null,
      hasReviews: true,
    });
    // It renders every page: the day after the event costs nothing more.
    await publishSmall(afterTheEvent);
    const { files, read } = await servedPages();
    const pages = pagesIn(files);
    expect(pages.length).toBeGreaterThan(50);
    expect(pages).toContain(privacyPath);
    for (const path of pages) {
      const html = await read(path);
      expect(html, path).toContain('class="demo-strip"');
      expect(html, path).toMatch(/<meta name="robots" content="noindex/);
    }
    expect(await read('/de')).toContain('Demodaten');
    expect(await read('/sitemap.xml')).not.toContain('<loc>');
    // Pictures for shared addresses take long to draw: one for each language does.
    const pictures = Object.keys(files).filter((path) => path.startsWith('/og/'));
    expect(pictures).toHaveLength(languages.length);
  });
});

describe('the page of the sharing plan after its event', () => {
  it('shows that the event has ended, without asking for posts or reading a clock', async () => {
    const { read } = await servedPages();
    for (const language of languages) {
      const html = await read(`/${language}/share`);
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect(main).toContain('2024');
      expect(main).not.toContain('data-to');
      expect(tagsOf(main).filter(({ name }) => name === 'a')).toEqual([]);
    }
    expect(textsOf(await read('/en/share'))).toContain(
      'The event ended on Mar\u00a031,\u00a02024.',
    );
  });
});

describe('a site of an operator without a QQ group', () => {
  it('has no picture of one, and no link to it', async () => {
    const { files, read } = await servedPages();
    expect(Object.keys(files)).not.toContain(qqPicturePath);
    for (const path of ['/en/share', '/zh', '/zh/pricing']) {
      expect(await read(path), path).not.toContain(qqPicturePath);
    }
  });
});

describe('a site that has no way to pay', () => {
  it('promotes nothing: no page, file or structured data contains 38 % off', async () => {
    const { files, read } = await servedPages();
    for (const path of pagesIn(files)) {
      // A growth of 38 % does not count as a promotion.
      if (path.includes('/ranking/')) continue;
      const html = await read(path);
      const shown = html.replace(/<(script(?! type="application)|style)[^]*?<\/\1>/g, '');
      expect(/38\s?%|10x GPT-4o|28[.,]99/.exec(shown), path).toBeNull();
    }
    expect(textsOf(await read('/en/pricing')).join(' ')).toContain('$46.76');
  });
});
