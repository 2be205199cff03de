import { type Browser } from 'playwright';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { launchChromium } from '../../setup/chromium.ts';
import { type Product, signInByMail, untilCompressedAgain } from '../../setup/product.ts';
import type { Cookies } from '../measurePage.ts';
import { type Profile, profiles } from '../profiles.ts';
import { serveBarePage } from './barePage.ts';
import {
  type AnswerMeasurement,
  type TypingMeasurement,
  measureAnswer,
  measureTyping,
} from './measureAnswer.ts';
import { type HeapMeasurement, measureHeap } from './measureHeap.ts';
import { type LongMeasurement, longConversation, measureLong } from './measureLong.ts';
import {
  type AliveMeasurement,
  type StartMeasurement,
  measureAlive,
  measureStart,
} from './measureStart.ts';

export type ChatBench = {
  start: { ours: StartMeasurement[]; bare: StartMeasurement[] };
  alive: AliveMeasurement[];
  answer: { ours: AnswerMeasurement[]; bare: AnswerMeasurement[] };
  typing: TypingMeasurement | undefined;
  long: LongMeasurement | undefined;
  heap: HeapMeasurement;
};

export const benchParts = ['start', 'answer', 'typing', 'long', 'heap'] as const;

export type BenchPart = (typeof benchParts)[number];

type Options = {
  /** Loads of each page. */
  runs: number;
  parts: readonly BenchPart[];
  /** Tokens of the answer during which is typed, messages of the long conversation, answers while memory is watched. */
  tokens: number;
  messages: number;
  answers: number;
  /** Address of the fake upstream, for the bare page. */
  upstream: string;
  progress: (line: string) => void;
};

type Bench = { browser: Browser; product: Product; url: string; cookies: Cookies };

/** Measures the chat area and a bare page, each alone in a cold browser, in turn. */
export async function benchChat(product: Product, options: Options): Promise<ChatBench> {
  options.progress('Waiting until files are as small as they are served when the server is idle');
  await untilCompressedAgain(product);
  const browser = await launchChromium();
  const bare = await serveBarePage(options.upstream);
  try {
    const url = new URL(chatPath('en', { group: 'openai', model: 'gpt-4o-mini' }), product.url)
      .href;
    const cookies = await signInByMail(product, 'bench-chat@example.org');
    const bench = { browser, product, url, cookies };
    return {
      start: await inTurn('start', bench, bare.url, options, measureStart),
      alive: await aliveOf(bench, options),
      answer: await inTurn('answer', bench, bare.url, options, measureAnswer),
      ...(await measureOnce(bench, options)),
    };
  } finally {
    bare.close();
    await browser.close();
  }
}

async function measureOnce(
  { browser, product, url, cookies }: Bench,
  { parts, tokens, messages, answers, progress }: Options,
): Promise<Pick<ChatBench, 'typing' | 'long' | 'heap'>> {
  const desktop = profileOf('desktop');
  const known: Pick<ChatBench, 'typing' | 'long' | 'heap'> = {
    typing: undefined,
    long: undefined,
    heap: [],
  };
  if (parts.includes('typing')) {
    progress(`Typing while ${tokens} tokens are written`);
    known.typing = await measureTyping(browser, desktop, url, cookies, tokens);
  }
  if (parts.includes('long')) {
    progress(`A conversation of ${messages} messages`);
    await importConversation(product, cookies, longConversation(messages));
    known.long = await measureLong(browser, desktop, url, cookies);
  }
  if (parts.includes('heap')) {
    progress(`Memory over ${answers} answers`);
    known.heap = await measureHeap(browser, desktop, url, cookies, answers);
  }
  return known;
}

type Measure<Result> = (
  browser: Browser,
  profile: Profile,
  url: string,
  cookies?: Cookies,
) => Promise<Result>;

/** Ours and the bare page, one after the other, so that noise hits both. */
async function inTurn<Result>(
  part: BenchPart,
  { browser, url, cookies }: Bench,
  bareUrl: string,
  { runs, parts, progress }: Options,
  measure: Measure<Result>,
): Promise<{ ours: Result[]; bare: Result[] }> {
  const results: { ours: Result[]; bare: Result[] } = { ours: [], bare: [] };
  if (!parts.includes(part)) return results;
  const mobile = profileOf('mobile');
  for (let run = 1; run <= runs; run += 1) {
    progress(`${part}: run ${run} of ${runs}`);
    results.bare.push(await measure(browser, mobile, bareUrl));
    results.ours.push(await measure(browser, mobile, url, cookies));
  }
  return results;
}

/** A bare page has nothing to wait for. */
async function aliveOf(
  { browser, url, cookies }: Bench,
  { runs, parts, progress }: Options,
): Promise<AliveMeasurement[]> {
  const measured: AliveMeasurement[] = [];
  if (!parts.includes('start')) return measured;
  for (let run = 1; run <= runs; run += 1) {
    progress(`alive: run ${run} of ${runs}`);
    measured.push(await measureAlive(browser, profileOf('mobile'), url, cookies));
  }
  return measured;
}

async function importConversation(
  { url }: Product,
  cookies: Cookies,
  conversation: string,
): Promise<void> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const path = new URL('/api/chat/import', url);
  const response = await fetch(path, { method: 'POST', headers, body: conversation });
  const responseText = await response.text();
  if (!response.ok || !responseText.includes('"imported":1')) {
    throw new Error(`Importing was answered with ${response.status}: ${responseText}`);
  }
}

function profileOf(name: Profile['name']): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw new Error(`There is no profile ${name}`);
  return found;
}
