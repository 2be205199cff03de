import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Example } from '#domain/gpts/examples.ts';
import { exampleLimits } from '#domain/gpts/examples.ts';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { qualified } from '#server/db/qualified.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';

/*
 * Raw, because lists and snapshots read the examples of many GPTs as a column of the statement that reads the GPTs.
 */

const { gptId, digest, position, source, question, answer, model, day, lang, dropped, created } =
  gptExample;

const ofGpt = sql`${qualified(gptId)} = ${qualified(gpt.id)} and ${qualified(dropped)} is null`;
const inOrder = sql`order by ${qualified(position)}, ${qualified(digest)}`;

/** The shown examples of a GPT, a column of a selection from `gpt`. */
export const shownExamples = sql<(Example & { id: string })[]>`array(
  select json_build_object(
    'id', ${qualified(digest)}, 'question', ${qualified(question)}, 'answer', ${qualified(answer)},
    'source', ${qualified(source)}, 'model', ${qualified(model)}, 'date', ${qualified(day)},
    'lang', ${qualified(lang)})
  from ${gptExample} where ${ofGpt} ${inOrder} limit ${exampleLimits.count})`;

/** The question of the first example of a GPT; `null` if it has none. */
export const firstQuestion = sql<{ text: string; lang: string | null } | null>`(
  select json_build_object('text', ${qualified(question)}, 'lang', ${qualified(lang)})
  from ${gptExample} where ${ofGpt} ${inOrder} limit 1)`;

/** Returns the present second by the clock of the database, which dates the examples, for `isSampledSince`. */
export async function readSecond(executor: Executor): Promise<string> {
  const { rows } = await executor.execute(
    sql`select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as second`,
  );
  const [row] = parseRows({ second: z.string() }, rows);
  return row?.second ?? '';
}

/** Whether a model has answered for a GPT since then. Dropped answers count, because they were paid too. */
export const isSampledSince = (since: Date) => sql<boolean>`exists (
  select from ${gptExample} where ${qualified(gptId)} = ${qualified(gpt.id)}
  and ${qualified(source)} = 'sampled' and ${qualified(created)} >= ${since.toISOString()}::timestamptz)`;

/** The questions of the shown examples of a GPT. */
export const shownQuestions = sql<string[]>`array(
  select ${qualified(question)} from ${gptExample} where ${ofGpt} ${inOrder} limit ${exampleLimits.count})`;

/** The number of sampled examples of a GPT that the operator dropped. */
export const droppedSamples = sql<number>`(
  select count(*)::int from ${gptExample} where ${qualified(gptId)} = ${qualified(gpt.id)}
  and ${qualified(source)} = 'sampled' and ${qualified(dropped)} is not null)`;
