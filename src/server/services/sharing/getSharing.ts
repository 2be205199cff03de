import { desc, eq } from 'drizzle-orm';
import type { SharedPost, Sharing } from '#contract/sharing/sharing.ts';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import { openPostState } from '#domain/sharing/sharing.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import { rewardCode } from '#server/services/orders/discounts/discountCodes.ts';
import { runningEvent } from '#server/services/sharing/event.ts';

type Row = {
  post: typeof sharingPost.$inferSelect;
  code: typeof discountCode.$inferSelect | null;
};

/** Returns the running event and the state of the acting user's latest post. Throws `not_signed_in`. */
export async function getSharing(context: Context): Promise<Sharing> {
  const userId = signedInUser(context);
  const event = runningEvent(context);
  const [row] = await context.database.query
    .select({ post: sharingPost, code: discountCode })
    .from(sharingPost)
    .leftJoin(discountCode, eq(discountCode.id, sharingPost.codeId))
    .where(eq(sharingPost.userId, userId))
    .orderBy(desc(sharingPost.id))
    .limit(1);
  const isSent = row !== undefined && row.post.event === event?.id && row.post.state !== 'refused';
  return {
    event: event ? { to: event.to, percent_off: event.percentOff } : null,
    can_send: event !== undefined && !isSent,
    post: row ? postResponse(context, row) : null,
  };
}

function postResponse(context: Context, { post, code }: Row): SharedPost {
  const { state, link, sent, reviewable, due, reviewed, reason, note, pictureHash } = post;
  return {
    state: state === 'open' ? openPostState(post, context.now()) : state,
    link,
    has_screenshot: pictureHash !== null,
    sent: sent.toISOString(),
    reviewable: reviewable.toISOString(),
    due: due.toISOString(),
    reviewed: reviewed?.toISOString() ?? null,
    reason,
    note,
    reward: code && rewardResponse(context, post.id, code),
  };
}

function rewardResponse(
  { config, now }: Context,
  postId: number,
  { percentOff, expires, used, revoked }: typeof discountCode.$inferSelect,
): NonNullable<SharedPost['reward']> {
  const isOver = revoked !== null || expires <= now();
  return {
    code: groupGiftCode(rewardCode(config.secret, postId)),
    percent_off: percentOff,
    expires: expires.toISOString(),
    state: used ? 'used' : isOver ? 'over' : 'open',
  };
}
