import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type LocalQuestion, localQuestions } from '../../fixtures/localWeb.ts';
import { readEvents } from '../../setup/chat.ts';
import { startLocalWeb } from '../../setup/localWeb.ts';
import { freePort, startServerProcess } from '../../setup/process.ts';
import { makePeople } from '../relay/people.ts';
import { type AnsweredQuestion, type StoredTexts, emptyAnswer } from './faithfulness.ts';

export type BenchServer = { url: string; cookie: string; database: Database };

/** Asks all questions of the local web. */
export async function runBench(): Promise<{ answers: AnsweredQuestion[]; texts: StoredTexts }> {
  const web = await startLocalWeb();
  try {
    return await onServer(web.environment, async ({ url, cookie, database }) => {
      const answers: AnsweredQuestion[] = [];
      for (const question of localQuestions) answers.push(await answerOf(url, cookie, question));
      const { rows } = await database.pool.query<{ hash: string; text: string }>(
        'select hash, text from search_text',
      );
      return { answers, texts: new Map(rows.map(({ hash, text }) => [hash, text])) };
    });
  } finally {
    await web.close();
  }
}

/** Calls `use` with a real server in a process of its own, and a signed-in user. */
export async function onServer<Result>(
  environment: Record<string, string>,
  use: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-answers-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
    await chmod(folder, 0o711);
    const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
    opened.push(() => postgres.stop());
    await migrate(postgres.url);
    const database = connect(postgres.url, { warn: () => undefined }, 2);
    opened.push(() => database.close());
    const server = await startServerProcess(await freePort(), {
      ...environment,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'server'),
      HOST: '127.0.0.1',
      MAILBOX_PORT: String(await freePort()),
      PUBLISH_AT_START: 'no',
      QUESTIONS_PER_MINUTE: '0',
      QUESTIONS_PER_DAY: '0',
      DRAIN_SECONDS: '1',
    });
    opened.push(() => server.end('SIGTERM'));
    const [person] = await makePeople(database, 1);
    if (!person) throw new Error('Nobody was signed in');
    return await use({ url: server.url, cookie: person.cookie, database });
  } finally {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
  }
}

async function answerOf(
  url: string,
  cookie: string,
  question: LocalQuestion,
): Promise<AnsweredQuestion> {
  const response = await fetch(`${url}/api/chat/questions`, {
    method: 'POST',
    headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      request_id: randomUUID(),
      target: { model: 'ai-search' },
      text: question.text,
    }),
  });
  const answered = emptyAnswer(question);
  for await (const { event } of readEvents(response)) {
    if (event.type === 'delta') answered.text += event.text;
    if (event.type === 'sources') answered.sources = event.sources;
    if (event.type === 'end') answered.reason = event.reason;
  }
  return answered;
}
