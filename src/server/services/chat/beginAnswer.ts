import { randomUUID } from 'node:crypto';
import { concurrentAnswers } from '#domain/chat.ts';
import { mannerOf } from '#domain/chatSettings.ts';
import type { Tier } from '#domain/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { type Asker, type Send, readAnswers, readAsker } from '#server/services/chat/asker.ts';
import {
  refuseAfterStops,
  refuseTooMany,
  takeBack,
  usesOf,
} from '#server/services/chat/fairUse.ts';
import { refuseFlagged } from '#server/services/chat/refuseFlagged.ts';
import { buildPrompt } from '#server/services/chat/prompt.ts';
import type { Stored } from '#server/services/chat/runner.ts';
import { type PlacedQuestion, storeAnswer } from '#server/services/chat/storeAnswer.ts';
import { type Target, type TargetReference, findTarget } from '#server/services/chat/target.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/** What is to be answered. */
export type Asking = {
  requestId: string;
  /** The same for every send of the same thing. */
  digest: string;
  /** `undefined` for a new conversation. */
  conversationId: string | undefined;
  target: TargetReference;
  /** Credits that it may cost at most; `undefined` for whatever it costs. */
  maxPrice: number | undefined;
  text: string;
  /** Finds the question's place in its conversation, locked until the transaction ends. */
  place(transaction: Executor, userId: string, target: Target): Promise<PlacedQuestion>;
};

type Prepared = { asking: Asking; send: Send; asker: Asker; target: Target; answerId: string };

/**
 * Begins an answer: hold, question, empty answer and its first event in one transaction; then it runs here. Answers its
 * id, the same one for every call with the same request id. Throws what `findTarget` and `place` throw and `no_credits`,
 * `question_too_long`, `question_refused`, `too_many_answers`, `too_many_requests`, `too_many_stops`,
 * `answer_running`,
 * `request_id_reused`, `price_changed`, `server_busy`, `unavailable`; then nothing was held or stored.
 */
export async function beginAnswer(context: Context, asking: Asking): Promise<string> {
  const { requestId, digest } = asking;
  const send = { userId: signedInUser(context), requestId, digest };
  const uses = usesOf(context, send.userId);
  const asker = await readAsker(context.database.query, send, uses, context.now());
  if (asker.asked !== undefined) return asker.asked;
  try {
    refuseTooMany(context.config, asker.tier, asker.counted);
    refuseAfterStops(asker.firstOfFreeStops, context.now());
    context.runner.refuseWhenFull(asker.tier === 'pro');
    const target = await findTarget(context.database.query, context, asking.target);
    refuseDearer(target, asking.maxPrice);
    await refuseFlagged(context, asking);
    if (asker.isLotDue) await grantDue(context, send.userId);
    const prepared = { asking, send, asker, target, answerId: randomUUID() };
    const { answerId, job } = await admit(context, prepared);
    if (!job) await takeBack(context, uses);
    return answerId;
  } catch (error) {
    // A refusal by the check counts: nobody may try one text after another without a limit. What is refused for its
    // number does not: it would make the wait longer for a retry that joins its answer.
    if (!isRefusedByCheck(error)) await takeBack(context, uses);
    throw error;
  }
}

function grantDue({ database, now }: Context, userId: string): Promise<void> {
  return database.transaction((transaction) => grantDueLots(transaction, userId, now()));
}

/** Nobody pays more than they were shown. */
function refuseDearer({ price }: Target, maxPrice: number | undefined): void {
  if (maxPrice === undefined || price <= maxPrice) return;
  throw new AppError('price_changed', `The answer costs ${price} credits now`, { price });
}

function isRefusedByCheck(error: unknown): boolean {
  return error instanceof AppError && error.code === 'question_refused';
}

function admit(context: Context, prepared: Prepared): Promise<Stored> {
  return context.runner.admit(prepared.answerId, prepared.asker.tier === 'pro', () =>
    context.database.transaction((transaction) => store(context, transaction, prepared)),
  );
}

async function store(
  context: Context,
  transaction: Executor,
  { asking, send, asker, target, answerId }: Prepared,
): Promise<Stored> {
  const { userId } = send;
  // The lock orders a user's questions: what is checked below stays true until the commit.
  await lockBalance(transaction, userId);
  const { asked, running } = await readAnswers(transaction, send);
  if (asked !== undefined) return { answerId: asked, job: undefined };
  refuseTooManyAnswers(running, asking.conversationId, asker.tier);
  const placed = await asking.place(transaction, userId, target);
  const manner = mannerOf(asker.settings, { ...target, ...target.model });
  const { text } = asking;
  const means = { transaction, media: context.media };
  const { turns, dropped } = await buildPrompt(means, { target, manner, placed, text });
  const source = { type: 'answer', id: answerId } as const;
  const hold = { userId, amount: target.price, source, now: context.now(), isLocked: true };
  await holdCredits(transaction, hold);
  const accepted = await storeAnswer(transaction, {
    id: answerId,
    send,
    placed,
    target,
    dropped,
    ownerId: context.runner.ownerId,
  });
  const { temperature, maxOutputTokens, instructions } = manner;
  const request = { model: target.model, instructions, turns, temperature, maxOutputTokens };
  return { answerId, job: { accepted, route: target.route, request } };
}

function refuseTooManyAnswers(
  running: readonly string[],
  conversationId: string | undefined,
  tier: Tier,
): void {
  if (conversationId !== undefined && running.includes(conversationId)) {
    throw new AppError(
      'answer_running',
      'This conversation has a running answer: wait for it or stop it',
    );
  }
  const limit = concurrentAnswers[tier];
  if (running.length < limit) return;
  throw new AppError('too_many_answers', `At most ${limit} answers can run at once`, { limit });
}
