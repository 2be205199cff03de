import { eq } from 'drizzle-orm';
import { type RefusalReason, rewardPercent } from '#domain/sharing/sharing.ts';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockRow } from '#server/db/findRow.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { sharingPost, sharingReward } from '#server/db/schema/sharing.ts';
import { AppError } from '#server/errors.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { wholeNumber } from '#server/inputChecks.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { hashDiscountCode, rewardCode } from '#server/services/orders/discounts/discountCodes.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { reviewMail } from '#server/services/sharing/reviewMail.ts';

type Post = typeof sharingPost.$inferSelect;

/**
 * Accepts a post and mails its sender a discount code of their own. Of two operators only one can do so, and each post
 * and each person is rewarded once. Returns whether the mail was sent; the sharing page shows the code too. Throws
 * `invalid_input` for the percentage, `not_found`, and `conflict` for a post that was reviewed, that cannot be reviewed
 * yet, or that was rewarded.
 */
export async function acceptPost(
  platform: MailPlatform,
  id: number,
  percentOff?: number,
): Promise<boolean> {
  if (percentOff !== undefined) {
    wholeNumber('percent:', percentOff, rewardPercent.most, rewardPercent.least);
  }
  const { config, database, now } = platform;
  const code = rewardCode(config.secret, id);
  const { post, reward } = await database.transaction(async (transaction) => {
    const post = await lockOpenPost(transaction, id, now());
    await claimReward(transaction, post);
    const percent = percentOff ?? post.percentOff;
    const expires = new Date(now().getTime() + post.rewardDays * 86_400_000);
    const [made] = await transaction
      .insert(discountCode)
      .values({
        codeHash: hashDiscountCode(config.secret, code),
        percentOff: percent,
        expires,
        userId: post.userId,
      })
      .returning({ id: discountCode.id });
    if (!made) throw new Error('The code was not stored');
    await close(transaction, post, { state: 'accepted', codeId: made.id, reviewed: now() });
    await writeAudit(transaction, 'sharing.accept', `post ${id}`, { percentOff: percent, expires });
    return { post, reward: { code, percentOff: percent, expires } };
  });
  return mailOutcome(platform, post, reward);
}

/**
 * Refuses a post, and mails its sender the reason. Returns whether the mail was sent. Throws `not_found`, and
 * `conflict` for a post that was reviewed or cannot be reviewed yet.
 */
export async function refusePost(
  platform: MailPlatform,
  id: number,
  reason: RefusalReason,
  note: string | null,
): Promise<boolean> {
  const { database, now } = platform;
  const post = await database.transaction(async (transaction) => {
    const post = await lockOpenPost(transaction, id, now());
    await close(transaction, post, { state: 'refused', reason, note, reviewed: now() });
    await writeAudit(transaction, 'sharing.refuse', `post ${id}`, { reason, note });
    return { ...post, reason, note };
  });
  return mailOutcome(platform, post, undefined);
}

async function lockOpenPost(transaction: Executor, id: number, now: Date): Promise<Post> {
  const post = await lockRow(transaction, sharingPost, eq(sharingPost.id, id));
  if (!post) throw new AppError('not_found', `There is no post ${id}`);
  if (post.state !== 'open') {
    throw new AppError('conflict', `The post ${id} was ${post.state} already`);
  }
  if (post.reviewable > now) {
    const from = post.reviewable.toISOString();
    throw new AppError('conflict', `The post ${id} must stay online first: review it from ${from}`);
  }
  return post;
}

async function claimReward(
  transaction: Executor,
  { id, event, mailboxHash, linkHash, pictureHash }: Post,
): Promise<void> {
  const claimed = await transaction
    .insert(sharingReward)
    .values({ event, mailboxHash, linkHash, pictureHash })
    .onConflictDoNothing()
    .returning({ event: sharingReward.event });
  if (claimed.length > 0) return;
  const rule = 'its address, its screenshot or its sender was rewarded before';
  throw new AppError('conflict', `The post ${id} cannot be accepted: ${rule}`);
}

/**
 * Stores the outcome of a review. The screenshot is not needed any more: a trigger schedules the removal of its file.
 */
async function close(
  transaction: Executor,
  { id }: Post,
  outcome: Partial<Post> & Pick<Post, 'state' | 'reviewed'>,
): Promise<void> {
  await transaction
    .update(sharingPost)
    .set({ ...outcome, pictureId: null })
    .where(eq(sharingPost.id, id));
}

/**
 * Mails the outcome of a review. A failure does not undo the review, because the sharing page shows the outcome too.
 */
async function mailOutcome(
  platform: MailPlatform,
  post: Post,
  reward: Parameters<typeof reviewMail>[3],
): Promise<boolean> {
  const { query } = platform.database;
  const user = await findUser(query, post.userId);
  if (!user) return false;
  const message = reviewMail(post, user.email, platform.config.publicUrl, reward);
  try {
    return (await sendUnlessPaused(query, platform, message)) === undefined;
  } catch (error) {
    platform.log.warn({ mail: mailFailure(error) }, 'the outcome of a review could not be mailed');
    return false;
  }
}
