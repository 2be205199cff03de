import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Platform } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { startSandboxModels } from '#server/gateways/models/sandboxModels.ts';
import { askQuestion } from '#server/services/answers/begin/askQuestion.ts';
import { followAnswer } from '#server/services/answers/follow/followAnswer.ts';
import type { DemoReview } from '#server/services/demo/demoReviews.ts';
import { findOrCreateUser } from '#server/services/login/findOrCreateUser.ts';
import { putReview } from '#server/services/reviews/putReview.ts';

const dayMilliseconds = 86_400_000;

/** The sandbox answers this immediately, in three words. */
const question = 'sandbox: fast 3';

/** Enough credits for every question of a user. */
const credits = 100;

/**
 * Writes reviews by users named “Demo user 1” and so on. Each first asks its GPT a question, as every reviewer must;
 * the sandbox answers, even if a provider is configured. An interrupted call can be repeated and continues.
 */
export async function writeDemoReviews(
  platform: Platform,
  reviews: readonly DemoReview[],
): Promise<void> {
  const sandbox = await startSandboxModels();
  const models = createModelGateway({ providers: [] }, sandbox);
  const config = {
    ...platform.config,
    startingCredits: credits,
    // All demo users come from this machine.
    startsPerDay: { network: 0, all: 0 },
    questionsPerMinute: { free: 0, basic: 0, pro: 0 },
  };
  const reviewing = { ...platform, config, models, moderation: undefined };
  try {
    const byUser = Map.groupBy(reviews, ({ user }) => user);
    // Users work in parallel, each with one question at a time.
    await Promise.all([...byUser].map(([user, own]) => writeReviewsOf(reviewing, user, own)));
  } finally {
    await models.close();
    await sandbox.close();
  }
}

async function writeReviewsOf(
  platform: Platform,
  user: number,
  reviews: readonly DemoReview[],
): Promise<void> {
  const context = await contextOfUser(platform, user + 1);
  for (const review of reviews) {
    const written = platform.now().getTime() - review.daysAgo * dayMilliseconds;
    const then = { ...context, now: () => new Date(written) };
    if (await writeReview(then, review)) continue;
    await ask(context, review.gptId);
    await writeReview(then, review);
  }
}

async function contextOfUser(platform: Platform, number: number): Promise<Context> {
  const address = '127.0.0.1';
  // Demo users need no invitation.
  const config = { ...platform.config, registration: 'open' } as const;
  const visitor: Context = { ...platform, config, actor: { kind: 'visitor', address } };
  const userId = await platform.database.transaction(async (transaction) => {
    const email = `demo-user-${number}@demo.invalid`;
    const { userId: id } = await findOrCreateUser(transaction, visitor, {
      email,
      language: 'en',
      invitationHash: undefined,
    });
    const name = `Demo user ${number}`;
    await transaction.update(appUser).set({ name }).where(eq(appUser.id, id));
    return id;
  });
  return { ...platform, actor: { kind: 'user', address, userId, sessionId: randomUUID() } };
}

/** Returns `false` if the user has not asked the GPT a question yet. */
async function writeReview(
  context: Context,
  { gptId, rating, text }: DemoReview,
): Promise<boolean> {
  try {
    await putReview(context, gptId, { rating, text });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_used') return false;
    throw error;
  }
}

/** Asks a GPT a question, and waits for the end of its answer. */
async function ask(context: Context, gptId: string): Promise<void> {
  const answerId = await askQuestion(context, {
    requestId: randomUUID(),
    conversationId: undefined,
    parentId: undefined,
    target: { gpt: gptId },
    text: question,
    attachmentIds: [],
  });
  await followAnswer(context, answerId, 0, {
    canWrite: true,
    signal: AbortSignal.timeout(60_000),
    write: () => undefined,
    drained: async () => undefined,
  });
}
