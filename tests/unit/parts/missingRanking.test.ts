import { describe, expect, it } from 'vitest';
import { allTexts } from '#i18n/allTexts.ts';
import type { RankingResponse } from '#i18n/rankingPage.ts';
import {
  type RankingFiles,
  type RowResponse,
  missingRanking,
  unrankedPeriod,
} from '#parts/missingRanking.ts';
import { makeGpt } from '../../fixtures/makeGpt.ts';

const day = { value: '2026-01-05', from: '2026-01-05', to: '2026-01-05' };
const period: RankingResponse['period'] = {
  ...day,
  own: 1_200,
  imported: 40,
  data_until: null,
  still: [],
  frozen: '2026-01-06',
  refrozen: null,
  note: null,
};
const ranking = { range: 'daily' as const, time: day.value, period, previous: null, next: null };
const item: RowResponse = {
  rank: 7,
  own: 5,
  imported: 40,
  previous: 20,
  movement: null,
  is_new: true,
  is_estimated: false,
  trend: [20, 45],
  gpt: makeGpt({ id: 'a/b', name: '<b>Name</b>', lang: 'ar', categories: ['Writing'] }),
};
const licence = { name: 'CC <0>', url: 'https://licence.example' };
const files: RankingFiles = {
  download: { href: 'blob:x', name: 'x.json' },
  records: { licence, areRemoved: false },
};

function drawn(place: Partial<RowResponse> = {}, given: Partial<typeof period> = {}): string {
  const shown = { ...ranking, period: { ...period, ...given } };
  return missingRanking(allTexts('en'), shown, [{ ...item, ...place }], files).html;
}

describe('a ranking that the release does not have', () => {
  it('has the rows of a built page', () => {
    const html = drawn();
    expect(html).toContain('<td><span>7</span> <small class="new"><span>New</span></small></td>');
    expect(html).toContain(
      '<a href="/en/gpts/a%2Fb" lang="ar" dir="rtl">&lt;b&gt;Name&lt;/b&gt;</a>',
    );
    expect(html).toContain('<td>Writing</td>');
    expect(html).toContain('<td><span>45</span></td><td>+50%</td>');
    expect(html).toContain('<title>New chats in the last 2 days: from 20, at most 45</title>');
  });

  it('names no category in the rows of the ranking of a category', () => {
    const month = { ...period, value: '2026-01', from: '2026-01-01', to: '2026-01-31' };
    const ofCategory = {
      ...ranking,
      range: 'categories' as const,
      time: 'business',
      period: month,
    };
    const html = missingRanking(allTexts('en'), ofCategory, [item], files).html;
    expect(html).toContain('<th hidden></th>');
    expect(html).toContain('<td hidden></td>');
    expect(html).not.toContain('<td>Business</td>');
    expect(html).not.toContain('<td>Writing</td>');
  });

  it('leaves out the trend of one period, and marks estimates', () => {
    const html = drawn({ is_estimated: true, trend: [45] });
    expect(html).not.toContain('<svg viewBox="0 0 88');
    expect(html).toContain('<span class="sr-only">estimated</span></span> <span>45</span>');
    expect(html).toContain('≈ Estimated:');
  });

  it('names the content of its numbers, and the reason of a recount', () => {
    expect(drawn()).toContain('Chats of all GPTs in this period: 1,240');
    expect(drawn()).not.toContain('Counted again');
    const again = drawn({}, { refrozen: '2026-01-09', note: 'a <b>' });
    expect(again).toContain('Counted again on Jan\u00a09,\u00a02026.');
    expect(again).toContain('<bdi>a &lt;b&gt;</bdi>');
  });

  it('is recomputed from the files of the server, like a built page', () => {
    const previous = { value: '2026-01-04', from: '2026-01-04', to: '2026-01-04' };
    const shown = { ...ranking, previous };
    const html = (records: RankingFiles['records']) =>
      missingRanking(allTexts('en'), shown, [item], { ...files, records }).html;
    const recomputed = html({ licence, areRemoved: false });
    expect(recomputed).toContain('href="#counted">How this is counted</a>');
    expect(recomputed).toContain('href="/api/gpts/rank/daily/2026-01-05/inputs">Inputs</a>');
    expect(recomputed).toContain('href="/ranking/formula.js">Formula</a>');
    expect(recomputed).toContain('href="https://licence.example"');
    expect(recomputed).toContain('CC &lt;0&gt;');
    expect(recomputed).toContain('&quot;neighbours&quot;:[&quot;2026-01-04&quot;]');
    const removed = html({ licence, areRemoved: true });
    expect(removed).toContain('The record of this period is missing');
    expect(removed).not.toContain(
      '<form method="post" class="needs-script" data-needs="recompute"',
    );
    expect(html(undefined)).not.toContain('recompute');
  });

  it('leads to the nearest rankings if there is none', () => {
    const previous = { value: '2026-01-04', from: '2026-01-04', to: '2026-01-04' };
    const around = { range: 'daily' as const, time: day, previous, next: null };
    const { html } = unrankedPeriod(allTexts('en'), around);
    expect(html).toContain('There is no ranking for Jan\u00a05,\u00a02026');
    expect(html).toContain('href="/en/ranking/daily/2026-01-04" rel="prev"');
    expect(html).not.toContain('rel="next"');
  });
});
