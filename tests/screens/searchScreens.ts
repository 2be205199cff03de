import type { Page } from 'playwright';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { scriptSearch, source } from '../e2e/searchServer.ts';
import { keepAnswering } from './openStream.ts';
import type { Screen } from './screens.ts';

type Prepare = NonNullable<Screen['prepare']>;

const question = 'How long do honey bees live, and what does it depend on?';
const queries = ['honey bee lifespan', 'worker bee winter summer lifespan'];
const hosts = ['bees.example', 'extension.example', 'old.example', 'undated.example'];

const searching: AnswerEvent = {
  type: 'step',
  step: 'searching',
  scope: 'web',
  queries,
  hosts: [],
};
const reading: AnswerEvent = { type: 'step', step: 'reading', scope: 'web', queries, hosts };
const writing: AnswerEvent = { type: 'step', step: 'writing', scope: 'web', queries, hosts };

const sources: AnswerEvent = {
  type: 'sources',
  scope: 'web',
  sources: [
    source(1, 'https://bees.example/life', 'The life of a worker bee', '2026-02-01', 'recent', [
      'A worker bee lives for about six weeks in summer, because foraging wears out its wings and its flight muscles.',
      'In winter, without brood to feed, it may live for four to six months.',
    ]),
    source(
      2,
      'https://extension.example/queens',
      'How long queens live, and when a keeper should replace them',
      '2025-09-14',
      'recent',
      ['A queen lives for two to five years.'],
    ),
    source(3, 'https://old.example/bees', 'Bees in 1999', '1999-05-01', 'old', [
      'Drones live until the autumn, when the workers drive them out of the hive.',
    ]),
    source(4, 'https://undated.example/', 'Hives', null, 'undated', [
      'A strong hive holds 50,000 bees.',
    ]),
  ],
};

const text = `It depends on the kind of bee and on the season.

- **Workers** live for about six weeks in summer[1], and for four to six months in winter, when they do not forage[1].
- **Queens** live for two to five years[2][3].
- **Drones** live until autumn, when the workers drive them out[3].

Foraging is what decides: it wears out wings and flight muscles[1]. A strong hive holds 50,000 bees[4]. It weighs 3 kg [?].`;

const answer: readonly AnswerEvent[] = [
  searching,
  reading,
  sources,
  writing,
  { type: 'delta', text },
  {
    type: 'follow_ups',
    questions: ['Why do winter bees live longer?', 'How does a keeper tell the age of a queen?'],
  },
  { type: 'end', state: 'finished', reason: null, charged: 2, truncated: false },
];

const noSource: AnswerEvent = {
  type: 'end',
  state: 'failed',
  reason: 'no_source',
  charged: 0,
  truncated: false,
};

/** AI search: its steps, answers with sources and their passages, and unanswered questions. */
export const searchScreens: readonly Screen[] = [
  screen('search-searching', [searching]),
  screen('search-reading', [searching, reading]),
  screen('search-writing', [...answer.slice(0, 4), { type: 'delta', text: text.slice(0, 180) }]),
  screen('search-answer', answer, showAnswer),
  screen('search-sources', answer),
  screen('search-passage', answer, showPassage),
  screen('search-no-source', [searching, reading, noSource]),
  screen('search-failed', [searching, { ...noSource, reason: 'upstream_error' }]),
];

function screen(name: string, events: readonly AnswerEvent[], then?: Prepare): Screen {
  const isRunning = events.at(-1)?.type !== 'end';
  const intercept: Prepare = async (page) => {
    await (isRunning ? keepAnswering(page, events) : scriptSearch(page, events));
  };
  const prepare: Prepare = async (page) => {
    await page.locator('form').getByText(/\d/).first().waitFor();
    await page.locator('#message').fill(question);
    // On touch screens, Enter is a new line.
    await page.locator('form [type="submit"]').click();
    await page.locator('main ol li').nth(1).waitFor();
    if (!isRunning) await page.locator('form [type="submit"]').waitFor();
    await then?.(page);
  };
  const path: Screen['path'] = (language) => chatScreenPath(language, 'search');
  return { name, path, who: ['buyer'], intercept, prepare };
}

/** From its beginning, for any scroll position while it was written. */
async function showAnswer(page: Page): Promise<void> {
  await page.locator('main .citation').first().waitFor();
  await page.locator('main ol li').first().scrollIntoViewIfNeeded();
}

async function showPassage(page: Page): Promise<void> {
  await showAnswer(page);
  await page.locator('main .citation button').first().click();
  await page.locator('.source-card').waitFor();
}
