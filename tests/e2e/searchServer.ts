import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import type { AnswerEvent } from '#contract/chat/chat.ts';

/** Answers of AI search that no engine gives on demand, in the server's place. */
type ScriptedSearch = {
  /** The questions that were sent. */
  questions: { text: string; target: unknown; max_price?: number; conversation_id?: string }[];
};

const fetched = '2026-03-03T10:00:00.000Z';

const scriptedSources: readonly SearchSource[] = [
  source(1, 'https://bees.example/life', 'The life of bees', '2026-02-01', 'recent', [
    'A worker bee lives for about six weeks in summer.',
    'In winter it may live for months.',
  ]),
  source(2, 'https://old.example/bees', 'Bees in 1999', '1999-05-01', 'old', [
    'Bees have five eyes, three of them simple.',
  ]),
  source(3, 'https://undated.example/', 'Hives', null, 'undated', ['A hive holds 50,000 bees.']),
];

export const scriptedAnswer: readonly AnswerEvent[] = [
  { type: 'sources', scope: 'web', sources: [...scriptedSources] },
  { type: 'step', step: 'writing', scope: 'web', queries: [], hosts: [] },
  { type: 'delta', text: 'A worker lives for **six weeks**[1]. Bees have five eyes[2][3].' },
  { type: 'delta', text: ' They weigh 3 kg [?] and know [a page](https://evil.example/x).' },
  { type: 'follow_ups', questions: ['How long does a queen live?'] },
  { type: 'end', state: 'finished', reason: null, charged: 2, truncated: false },
];

export const searchSteps: readonly AnswerEvent[] = [
  { type: 'step', step: 'searching', scope: 'web', queries: ['bees age'], hosts: [] },
  {
    type: 'step',
    step: 'reading',
    scope: 'web',
    queries: ['bees age'],
    hosts: ['bees.example', 'old.example'],
  },
];

/**
 * Sends `first` as the response to a question, and everything with `rest` to a browser that follows the answer, once
 * `isReady` has resolved.
 */
export async function scriptSearch(
  page: Page,
  first: readonly AnswerEvent[],
  rest: readonly AnswerEvent[] = [],
  isReady: Promise<void> = Promise.resolve(),
): Promise<ScriptedSearch> {
  const script: ScriptedSearch = { questions: [] };
  const [answerId, conversationId] = [randomUUID(), randomUUID()];
  const accepted = (): AnswerEvent => ({
    type: 'accepted',
    answer_id: answerId,
    conversation_id: conversationId,
    question_id: randomUUID(),
    message_id: randomUUID(),
    title: 'Bees',
    price: 2,
    dropped_turns: 0,
  });
  const contentType = 'text/event-stream';
  await page.route('**/api/chat/questions', (route) => {
    script.questions.push(route.request().postDataJSON() as ScriptedSearch['questions'][number]);
    return route.fulfill({ contentType, body: streamOf([accepted(), ...first]) });
  });
  await page.route('**/api/chat/answers/*/events', async (route) => {
    await isReady;
    await route.fulfill({ contentType, body: streamOf([accepted(), ...first, ...rest]) });
  });
  return script;
}

function streamOf(events: readonly AnswerEvent[]): string {
  return events
    .map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

export function source(
  number: number,
  url: string,
  title: string,
  date: string | null,
  age: SearchSource['age'],
  quotes: readonly string[],
): SearchSource {
  return {
    number,
    kind: 'page',
    url,
    title,
    date,
    age,
    fetched,
    host: new URL(url).host,
    text_hash: '0'.repeat(64),
    quotes: quotes.map((text, index) => ({
      text,
      start: index * 100,
      end: index * 100 + text.length,
    })),
  };
}
