import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Language, languages } from '#domain/languages/languages.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import * as z from 'zod/mini';
import { readEvents } from '../../setup/chat.ts';
import { type BenchServer, onServer } from './run.ts';
import type { Share } from './faithfulness.ts';

/** A question to this site, and the ids of GPTs and the paths of pages that a person would accept; none: it is refused. */
const siteQuestion = z.object({
  language: z.enum(languages),
  question: z.string(),
  accepted: z.array(z.string()),
});

type Asked = z.output<typeof siteQuestion>;

export type SiteResult = Asked & {
  /** Ids of GPTs, and paths of pages without their language. */
  found: string[];
  reason: string | null;
  charged: number | undefined;
  isRight: boolean;
};

export type SiteReport = {
  language: Language | 'all';
  /** Questions whose answer has something that is accepted. */
  hits: Share;
  /** Questions about other subjects that were refused, for free. */
  refused: Share;
};

const file = 'tests/fixtures/search/siteQuestions.jsonl';

/** Asks all questions to this site at a server without a search engine, with the starter catalogue. */
export async function askSite(): Promise<SiteResult[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const questions = lines.map((line) => siteQuestion.parse(JSON.parse(line)));
  return onServer({}, async (server) => {
    await loadStarterIfEmpty(server.database);
    const results: SiteResult[] = [];
    for (const question of questions) results.push(await answerOf(server, question));
    return results;
  });
}

/** Returns the two figures for each language and for all. */
export function measureSite(results: readonly SiteResult[]): SiteReport[] {
  return [
    ...languages.map((language) => ({
      language,
      ...sharesOf(results.filter((result) => result.language === language)),
    })),
    { language: 'all' as const, ...sharesOf(results) },
  ];
}

function sharesOf(results: readonly SiteResult[]): Omit<SiteReport, 'language'> {
  const share = (of: readonly SiteResult[]): Share => {
    return { good: of.filter(({ isRight }) => isRight).length, all: of.length };
  };
  return {
    hits: share(results.filter(({ accepted }) => accepted.length > 0)),
    refused: share(results.filter(({ accepted }) => accepted.length === 0)),
  };
}

async function answerOf({ url, cookie }: BenchServer, asked: Asked): Promise<SiteResult> {
  const response = await fetch(`${url}/api/chat/questions`, {
    method: 'POST',
    headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      request_id: randomUUID(),
      target: { model: 'ai-search' },
      text: asked.question,
      language: asked.language,
      max_price: 0,
    }),
  });
  let found: string[] = [];
  let reason: string | null = null;
  let charged: number | undefined;
  for await (const { event } of readEvents(response)) {
    if (event.type === 'sources') {
      found = event.sources.map(({ gpt_id: gpt, url: path }) => gpt ?? splitLanguage(path).rest);
    }
    if (event.type === 'end') ({ reason, charged } = event);
  }
  const isFree = charged === 0;
  const isRight =
    asked.accepted.length > 0
      ? found.some((id) => asked.accepted.includes(id))
      : reason === 'no_source' && isFree;
  return { ...asked, found, reason, charged, isRight };
}
