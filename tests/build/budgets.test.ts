import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { instructionsHtml } from '#markdown/instructionsHtml.ts';
import { budgets } from '../bench/budgets.ts';
import { sizeOf } from '../bench/pageSize.ts';
import { heavyGpts } from '../fixtures/nastyGpts.ts';
import { type BuiltPage, openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, tagsOf, withoutTemplates } from '../setup/tags.ts';

/** The cost of a page of the directory before it is touched. */
type Cost = {
  path: string;
  policy: string | undefined;
  scripts: string;
  styles: string;
  htmlWireBytes: number;
  /** Code or fonts that it asks for by itself. */
  asks: string[];
};

const site = await openBuiltSite();
/** The texts of an author are shown whole, at any length. */
const longTexts = heavyGpts
  .flatMap(({ instructions, prompt_starters: starters }) => [
    instructionsHtml(instructions ?? '', ''),
    ...starters,
  ])
  .filter((text) => text.length > 10_000);
const costs = site.pages.filter(({ layout }) => layout === 'directory').map(costOf);

describe('a page of the directory', () => {
  it('is built in every language, with full lists among them', () => {
    expect(costs.length).toBeGreaterThan(1_000);
    const rows = tagsOf(site.page('/en/ranking/all').html).filter(({ name }) => name === 'tr');
    expect(rows.length).toBeGreaterThan(90);
  });

  it('runs at most 6 KB of compressed script before it is touched', () => {
    const scripts = new Map(costs.map(({ scripts, path }) => [scripts, path]));
    for (const [script, path] of scripts) {
      expect(sizeOf(script).gzip, path).toBeLessThanOrEqual(budgets.scriptGzipBytes);
    }
  });

  it('counts events by a script of at most 0.4 KB, as do chat area and login page', () => {
    const counting = ['/en', '/en/pricing', '/en/chat', '/en/login'].map((path) =>
      tagsOf(withoutTemplates(site.page(path).html)).filter(
        ({ name, rawText }) => name === 'script' && rawText.includes('sendBeacon'),
      ),
    );
    expect(counting.map((scripts) => scripts.length)).toEqual([1, 1, 1, 1]);
    for (const { rawText } of counting.flat()) {
      expect(brotliCompressSync(rawText).length).toBeLessThanOrEqual(budgets.countsBrotliBytes);
    }
    expect(site.page('/en/s').html).not.toContain('sendBeacon');
  });

  it('weighs at most 30 KB compressed, with its style inlined and without very long texts', () => {
    for (const { path, htmlWireBytes } of costs) {
      expect(htmlWireBytes, path).toBeLessThanOrEqual(budgets.htmlWireBytes);
    }
  });

  it('loads no script, style or font by itself', () => {
    expect(costs.flatMap(({ path, asks }) => asks.map((asked) => `${path}: ${asked}`))).toEqual([]);
  });

  it('has the style of its kind of page, and one policy with it', () => {
    const styles = new Set(costs.map(({ styles }) => styles));
    expect(styles.size).toBe(10);
    // While its event runs, the page of the sharing plan has a script that others of its style lack.
    const isShare = ({ path }: { path: string }) => path.endsWith('/share');
    const others = costs.filter((page) => !isShare(page));
    const pairs = new Set(others.map(({ styles, policy }) => `${styles} ${policy}`));
    expect(pairs.size).toBe(styles.size);
    const shares = costs.filter(isShare).map(({ styles, policy }) => `${styles} ${policy}`);
    expect(new Set(shares).size).toBe(1);
  });
});

describe('the page of the chat area', () => {
  it('loads at most 126 KB of compressed script by itself, none of it for the server', async () => {
    const tags = tagsOf(withoutTemplates(site.page('/en/chat').html));
    const modules = tags
      .filter(({ attributes }) => attributes.get('rel') === 'modulepreload')
      .map(({ attributes }) => attributes.get('href') ?? '');
    expect(modules.length).toBeGreaterThan(2);
    const files = await Promise.all(modules.map((path) => site.text(path)));
    const inline = tags.filter(({ name }) => name === 'script').filter(isExecutable);
    const scripts = [inline.map(textOf).join('\n'), ...files];
    const bytes = scripts.reduce((sum, script) => sum + sizeOf(script).gzip, 0);
    expect(bytes).toBeLessThanOrEqual(budgets.chatScriptGzipBytes);
    // The names of classes of zod, and the summary of a call.
    expect(files.filter((file) => /ZodMini|signed-in user’s/.test(file))).toEqual([]);
  });
});

/** As `site/store.ts` compresses pages for browsers before it has time for more. */
function wireBytes(html: string): number {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

function costOf({ path, html, headers }: BuiltPage): Cost {
  const tags = tagsOf(withoutTemplates(html));
  const named = (name: string) => tags.filter((tag) => tag.name === name);
  const styles = named('style').map(({ rawText }) => rawText);
  const fonts = /@font-face[^}]*|@import[^;]*|url\(["']?(https?:)?\/[^)]*/g;
  return {
    path,
    policy: headers['content-security-policy'],
    scripts: named('script').filter(isExecutable).map(textOf).join('\n'),
    styles: styles.join('\n'),
    htmlWireBytes: wireBytes(longTexts.reduce((text, long) => text.replace(long, ''), html)),
    asks: [...tags.filter(fetchesCode).map(nameOf), ...(styles.join().match(fonts) ?? [])],
  };
}

function isExecutable({ attributes }: Tag): boolean {
  return !attributes.get('type')?.endsWith('json');
}

function fetchesCode({ name, attributes }: Tag): boolean {
  if (name === 'script') return attributes.has('src');
  const rel = attributes.get('rel') ?? '';
  return name === 'link' && /stylesheet|modulepreload|preload|prefetch|preconnect/.test(rel);
}

function textOf({ rawText }: Tag): string {
  return rawText;
}

function nameOf({ name, attributes }: Tag): string {
  return `${name} ${attributes.get('src') ?? attributes.get('href')}`;
}
