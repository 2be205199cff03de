import { inject, describe, expect, it } from 'vitest';
import { rankingDownload } from '#contract/ranking/rankingDownload.ts';
import { rankingRecordFile } from '#contract/ranking/rankingRecord.ts';
import { parseTrusted } from '#domain/json.ts';
import { canonicalJson, sha256 } from '#domain/ranking/chain.ts';
import type * as Formula from '#domain/ranking/formula.ts';
import type { RankingInputs } from '#domain/ranking/formula.ts';
import { languages } from '#domain/languages/languages.ts';
import { periodOf, trendOf } from '#domain/ranking/ranking.ts';
import { sparklinePath } from '#domain/ranking/sparkline.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { recountNote, stillSource } from '../fixtures/rankings.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, read, tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const weeks = site.rankedTimes('weekly').map((week) => `/en/ranking/weekly/${week}`);
const [newest = '', recounted = ''] = weeks;

/** The rows of a page’s table, each as its markup. */
function rowsOf(path: string): string[] {
  const { html } = site.page(path);
  const body = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'));
  return body.split('<tr>').slice(1);
}

/** The cells of each row without those of the totals, which change every day and stand on the newest page only. */
function placesOf(path: string): string[][] {
  return rowsOf(path).map((row) => row.split('</td>').slice(0, 6));
}

/** Whether it is the ranking of a frozen day, week or month, in English. */
function isTimed(path: string): boolean {
  return /^\/en\/ranking\/(?:daily|weekly|monthly)\/./.test(path);
}

function linksOf(html: string): Tag[] {
  return tagsOf(html).filter(({ name }) => name === 'a');
}

/** The file that a page offers for download. */
async function fileOf(path: string) {
  const links = linksOf(site.page(path).html);
  const href = links.find(({ attributes }) => attributes.has('download'))?.attributes.get('href');
  const file = site.manifest.files[href ?? ''];
  if (file === undefined) throw new Error(`${path} offers ${href}, which is no file`);
  expect(file).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
  const { store } = siteFolder(inject('siteDataDir'));
  const content = await readStored(store, file.hash, 'identity');
  return rankingDownload.parse(JSON.parse(content.toString()));
}

describe('the page of a frozen period', () => {
  it('shows a hundred places with movement, growth, rate and a trend that is described in words', () => {
    const rows = rowsOf(newest);
    expect(rows).toHaveLength(100);
    const week = periodOf('weekly', site.rankedTimes('weekly')[0] ?? '');
    if (week === undefined) throw new Error('No week has a ranking');
    const { length } = trendOf('weekly', week, site.rankedTimes('daily').at(-1) ?? '');
    expect(length).toBeGreaterThan(3);
    const pattern = new RegExp(`^New chats in the last ${length} weeks: from \\d`);
    for (const row of rows) {
      const { tags, texts } = read(row);
      expect(tags.filter(({ name }) => name === 'td')).toHaveLength(6);
      const sparkline = tags.find(({ attributes }) => attributes.get('class') === 'sparkline');
      expect(sparkline?.attributes.get('role')).toBe('img');
      expect(texts.some((text) => pattern.test(text))).toBe(true);
      expect(texts.some((text) => /^[−+]?[\d,]+%$/.test(text))).toBe(true);
      expect(texts.join(' ')).toMatch(/\bup|down|unchanged|no place the week before|New\b/);
    }
  });

  it('shows all chats on the page of the newest period only, because they change every day', () => {
    const cellsOf = (path: string) => rowsOf(path)[0]?.split('<td').length;
    expect(textsOf(site.page('/en/ranking/weekly').html)).toContain('Total chats');
    expect(textsOf(site.page(newest).html)).not.toContain('Total chats');
    expect(cellsOf('/en/ranking/weekly')).toBeGreaterThan(cellsOf(newest) ?? 0);
  });

  it('offers its inputs, result, records and the formula, from which its places follow', async () => {
    const readText = async (path: string) => {
      const { store } = siteFolder(inject('siteDataDir'));
      const { hash } = site.manifest.files[path] ?? { hash: '' };
      return (await readStored(store, hash, 'identity')).toString();
    };
    const formula = await readText('/ranking/formula.js');
    const module: typeof Formula = await import(
      `data:text/javascript;base64,${Buffer.from(formula).toString('base64')}`
    );
    const files = newest.replace('/en', '');
    const inputs = parseTrusted<RankingInputs>(await readText(`${files}/inputs.json`));
    const result = module.rankingResult(inputs, module.countRanking(inputs));
    expect(canonicalJson(result)).toBe(await readText(`${files}/result.json`));
    const { records } = rankingRecordFile.parse(JSON.parse(await readText(`${files}/record.json`)));
    expect(records.at(-1)?.result).toBe(await sha256(canonicalJson(result)));
  });

  it('numbers its places from 1 on, in the order of their growth', () => {
    for (const path of site.pages.map((page) => page.path).filter(isTimed)) {
      const cells = rowsOf(path).map((row) =>
        row.split('<td').map((cell) => textsOf(`<td${cell}`)),
      );
      expect(cells.length, path).toBeGreaterThan(0);
      const ranks = cells.map((row) => Number(row[1]?.[0]));
      expect(ranks, path).toEqual(ranks.map((_, index) => index + 1));
      const growth = cells.map((row) => Number(row[5]?.at(-1)?.replaceAll(',', '')));
      expect(growth, path).toEqual(growth.toSorted((one, other) => other - one));
    }
  });

  it('is one page for each day, week and month, and one without a time, in every language', () => {
    for (const language of languages) {
      const paths = site.pages.map(({ path }) => path);
      for (const [range, form] of [
        ['daily', /^\d{4}-\d{2}-\d{2}$/],
        ['weekly', /^\d{4}-\d{2}-\d{2}$/],
        ['monthly', /^\d{4}-\d{2}$/],
      ] as const) {
        const first = `/${language}/ranking/${range}`;
        const times = paths
          .filter((path) => path.startsWith(`${first}/`))
          .map((path) => path.slice(first.length + 1));
        expect(times.length, first).toBeGreaterThan(0);
        expect(times.filter((time) => !form.test(time))).toEqual([]);
        const newestTime = times.toSorted().at(-1);
        expect(placesOf(first)).toEqual(placesOf(`${first}/${newestTime}`));
      }
      expect(paths).toContain(`/${language}/ranking/all`);
      expect(paths).toContain(`/${language}/ranking/categories`);
    }
  });

  it('draws the numbers of its file, row by row', async () => {
    const content = await fileOf(newest);
    const rows = rowsOf(newest);
    if (content.kind !== 'period') throw new Error('The file of a period says what it is');
    expect(content.rows).toHaveLength(rows.length);
    for (const [place, { rank, name, growth, trend }] of content.rows.entries()) {
      const { tags, texts } = read(rows[place] ?? '');
      const paths = tags.map(({ attributes }) => attributes.get('d'));
      expect(paths).toContain(sparklinePath(trend));
      expect(texts).toEqual(
        expect.arrayContaining([String(rank), name, growth.toLocaleString('en')]),
      );
    }
  });

  it('shows time and reason of a recount, exactly as the operator wrote it', () => {
    expect(textsOf(site.page(recounted).html)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Counted again on/), recountNote]),
    );
    expect(textsOf(site.page(newest).html)).not.toContain(recountNote);
  });

  it('shows in every language the freshness of its data, and when a source was unchanged', () => {
    for (const language of languages) {
      const texts = textsOf(site.page(newest.replace('/en/', `/${language}/`)).html);
      expect(texts.join('\n'), language).toContain(stillSource);
    }
    const english = textsOf(site.page(newest).html).join('\n');
    expect(english).toMatch(
      /Data up to .*\d{4}\. The source “made-up <b>&” reported no change from .* to .*\d{4}\./,
    );
    expect(textsOf(site.page(recounted).html).join('\n')).not.toContain('reported no change');
  });

  it('links to the period before and after, and to all others', () => {
    const links = linksOf(site.page(recounted).html);
    const target = (rel: string) =>
      links.find(({ attributes }) => attributes.get('rel') === rel)?.attributes.get('href');
    expect([target('prev'), target('next')]).toEqual([weeks[2], newest]);
    const hrefs = links.map(({ attributes }) => attributes.get('href'));
    expect(weeks.filter((path) => !hrefs.includes(path))).toEqual([]);
    const current = links.filter(({ attributes }) => attributes.get('aria-current') === 'page');
    expect(current.map(({ attributes }) => attributes.get('href'))).toContain(recounted);
  });
});

describe('the rankings of all time and by category', () => {
  it('show no GPT without chats', async () => {
    const content = await fileOf('/en/ranking/all');
    expect(rowsOf('/en/ranking/all')).toHaveLength(content.rows.length);
    expect(content.kind === 'all' && content.rows.every(({ chats }) => chats > 0)).toBe(true);
  });

  it('link from each category to its own ranking', async () => {
    const overview = await fileOf('/en/ranking/categories');
    const hrefs = new Set(
      linksOf(rowsOf('/en/ranking/categories').join('')).map(({ attributes }) =>
        attributes.get('href'),
      ),
    );
    if (overview.kind !== 'categories') throw new Error('The file of the overview says what it is');
    for (const { category, first } of overview.rows) {
      const path = `/en/ranking/categories/${encodeURIComponent(category)}`;
      expect(hrefs.has(path)).toBe(first !== null);
      if (first !== null) expect(await fileOf(path)).toMatchObject({ kind: 'period', category });
    }
  });
});

describe('every ranking page', () => {
  it('offers its formula and numbers, the same file in every language', async () => {
    const paths = site.pages
      .map(({ path }) => path)
      .filter((path) => /^\/en\/ranking\/(?!daily\/)/.test(path))
      .filter((path) => !site.page(path).html.includes('content="noindex"'));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      await fileOf(path);
      const files = languages.map((language) =>
        linksOf(site.page(path.replace('/en/', `/${language}/`)).html)
          .find(({ attributes }) => attributes.has('download'))
          ?.attributes.get('href'),
      );
      expect(new Set(files).size).toBe(1);
    }
  });
});
