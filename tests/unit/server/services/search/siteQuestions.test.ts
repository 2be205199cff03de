import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/languages/languages.ts';
import { languageOfQuestion } from '#server/services/search/languageOfQuestion.ts';
import { pricingText } from '#server/services/search/site/pricingText.ts';
import { readContinued, readSiteQuestion } from '#server/services/search/site/readSiteQuestion.ts';

type Judged = { language: Language; question: string; accepted: string[] };

const lines = readFileSync('tests/fixtures/search/siteQuestions.jsonl', 'utf8').trim().split('\n');
const judged = lines.map((line) => JSON.parse(line) as Judged);
const isPage = (id: string) => id.startsWith('/');

function readJudged({ language, question }: Judged) {
  return readSiteQuestion(question, languageOfQuestion(question, language));
}

describe('questions to this site', () => {
  it('ask for help in eight languages', () => {
    const missed = judged
      .filter(({ accepted }) => accepted.some((id) => !isPage(id)))
      .filter((one) => !readJudged(one).asksForHelp);
    expect(missed).toEqual([]);
  });

  it('name a subject of this site that a page explains', () => {
    const missed = judged
      .filter(({ accepted }) => accepted.some(isPage))
      .filter((one) => !readJudged(one).isAboutSite);
    expect(missed).toEqual([]);
  });

  it('ask for no help if they are about other subjects', () => {
    const taken = judged
      .filter(({ accepted }) => accepted.length === 0)
      .filter((one) => readJudged(one).asksForHelp);
    expect(taken).toEqual([]);
  });

  it('may be a few words', () => {
    expect(readSiteQuestion('cover letter', 'en')).toMatchObject({ isTopic: true });
    expect(readSiteQuestion('the capital, where?', 'en')).toMatchObject({ isTopic: false });
  });

  it('continue the question before, unless they ask for a fact', () => {
    const before = 'Which GPT helps me learn Spanish?';
    expect(readContinued('And for French?', before, 'en')).toMatchObject({ asksForHelp: true });
    expect(readContinued('Who wrote it?', before, 'en')).toMatchObject({ asksForHelp: false });
  });
});

describe('the pricing page as a source', () => {
  it('shows no promotion if nothing is sold', () => {
    const shown = { models: [{ title: 'GPT-4', price: 4 }], now: new Date('2026-11-01') };
    const sold = pricingText('en', { ...shown, isSold: true }).text;
    expect(sold).toContain('$28.99');
    expect(sold).toContain('GPT-4: 4');
    expect(pricingText('en', { ...shown, isSold: false }).text).toContain('$46.76');
  });
});
