import { and, eq, isNull, sql } from 'drizzle-orm';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { costOf, providerOf, tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import { dayOf } from '#domain/dates.ts';
import { exampleLimits } from '#domain/gpts/examples.ts';
import { gptInstructions } from '#domain/gpts/gptInstructions.ts';
import { cleanText } from '#domain/texts/text.ts';
import type { ModelPlatform } from '#server/context.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { type Finish, UpstreamError } from '#server/gateways/models/models.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import { exampleDigest } from '#server/services/gpts/examples/exampleDigest.ts';
import { type PlannedSample, sampleTokens } from '#server/services/gpts/examples/planSamples.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** `cost` is in micro-USD; `undefined` if the price is unknown. */
export type SampleOutcome = { id: string; cost: number | undefined } & (
  | { stored: true; model: string; characters: number }
  | { stored: false; reason: string }
);

type Received = { text: string; finish: Finish | undefined; failure: string | undefined };

const timeLimitMilliseconds = 180_000;

/**
 * Asks the model of a GPT a planned question, and stores the answer as an example in one transaction with its cost and
 * an audit row. An answer that is cut, filtered or too long is not stored.
 */
export async function sampleExample(
  platform: ModelPlatform,
  planned: PlannedSample,
): Promise<SampleOutcome> {
  const { database } = platform;
  const { id, question } = planned;
  const [row] = await database.query
    .select()
    .from(gpt)
    .where(and(eq(gpt.id, id), isNull(gpt.removed)));
  if (!row) return { id, cost: 0, stored: false, reason: 'it was removed meanwhile' };
  const instructions = gptInstructions(row);
  const received = await ask(planned, instructions);
  const cost = costOfAnswer(platform, planned, instructions, received);
  const answer = cleanText(received.text.replace(/\r\n?/g, '\n'));
  const reason = received.failure ?? problemOf(planned, answer, received.finish);
  if (reason !== undefined) {
    await addSpending(
      database.query,
      providerOf(planned.route.upstream),
      cost ?? 0,
      platform.now(),
    );
    return { id, cost, stored: false, reason };
  }
  const model = answeringModel(planned);
  const refusal = await store(platform, planned, { question, answer, model }, cost);
  if (refusal !== undefined) return { id, cost, stored: false, reason: refusal };
  return { id, cost, stored: true, model, characters: answer.length };
}

async function ask(planned: PlannedSample, instructions: string): Promise<Received> {
  const { question, model, route } = planned;
  let text = '';
  const maxOutputTokens = mostTokens(planned);
  const turns = [{ role: 'user' as const, text: question }];
  try {
    const finish = await route.stream(
      { model, instructions, turns, maxOutputTokens },
      AbortSignal.timeout(timeLimitMilliseconds),
      {
        onText: (more) => {
          text += more;
        },
        onDiscard: () => {
          text = '';
        },
      },
    );
    return { text, finish, failure: undefined };
  } catch (error) {
    const isKnown = error instanceof UpstreamError;
    const failure = isKnown ? `${error.reason}, ${error.message}` : 'no answer in three minutes';
    return { text, finish: undefined, failure };
  }
}

function mostTokens({ model }: PlannedSample): number {
  return Math.min(model.maxOutputTokens, sampleTokens);
}

function problemOf(
  planned: PlannedSample,
  answer: string,
  finish: Finish | undefined,
): string | undefined {
  if (finish?.reason === 'length') return `the answer has more than ${mostTokens(planned)} tokens`;
  if (finish?.reason === 'filtered') return 'the answer was filtered';
  if (answer === '') return 'the answer is empty';
  if (answer.length <= exampleLimits.answer) return undefined;
  return `the answer has ${answer.length} characters, at most ${exampleLimits.answer} are allowed`;
}

/** Returns the cost of what was received. Without counts by the upstream, it is estimated. */
function costOfAnswer(
  { catalogue, now }: ModelPlatform,
  { question, route }: PlannedSample,
  instructions: string,
  { text, finish }: Received,
): number | undefined {
  if (finish === undefined && text === '') return 0;
  const price = tokenPriceOf(route.upstream, dayOf(now()), catalogue.prices);
  const input = finish?.inputTokens ?? estimateTokens(`${instructions}\n${question}`);
  const output = finish?.outputTokens ?? estimateTokens(text);
  return price && costOf(price, { input, output });
}

/** Returns the title of the model that answered, or the name of its upstream if that is another model. */
function answeringModel({ model, route }: PlannedSample): string {
  const name = route.upstream.slice(route.upstream.indexOf('/') + 1);
  return name === model.id ? model.title : name.slice(0, exampleLimits.model);
}

/** Returns why the example was not stored, if so: others may have been stored since the question was planned. */
async function store(
  { database, now }: ModelPlatform,
  { id, route }: PlannedSample,
  example: { question: string; answer: string; model: string },
  cost: number | undefined,
): Promise<string | undefined> {
  const time = now();
  return database.transaction(async (transaction) => {
    await addSpending(transaction, providerOf(route.upstream), cost ?? 0, time);
    const isThere = and(eq(gpt.id, id), isNull(gpt.removed));
    const locked = await transaction.select({ id: gpt.id }).from(gpt).where(isThere).for('update');
    const [{ count, last } = { count: 0, last: 0 }] = await transaction
      .select({
        count: sql<number>`count(*) filter (where ${gptExample.dropped} is null)`.mapWith(Number),
        last: sql<number>`coalesce(max(${gptExample.position}), 0)`.mapWith(Number),
      })
      .from(gptExample)
      .where(eq(gptExample.gptId, id));
    if (locked.length === 0) return 'it was removed meanwhile';
    if (count >= exampleLimits.count) return 'it has enough examples meanwhile';
    const stored = await transaction
      .insert(gptExample)
      .values({
        ...example,
        gptId: id,
        digest: exampleDigest(example),
        position: Math.max(last + 1, exampleLimits.count),
        source: 'sampled',
        day: dayOf(time),
      })
      .onConflictDoNothing()
      .returning({ digest: gptExample.digest });
    if (stored.length === 0) return 'the same answer is stored, or was dropped';
    await transaction.update(gpt).set({ updated: time }).where(eq(gpt.id, id));
    const { upstream } = route;
    await writeAudit(transaction, 'gpts.sample', id, {
      upstream,
      model: example.model,
      cost: cost ?? null,
    });
    return undefined;
  });
}
