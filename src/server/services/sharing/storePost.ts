import { and, eq, or, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { type SharingEvent, addWorkingDays } from '#domain/sharing/sharing.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { sharingPost, sharingReward } from '#server/db/schema/sharing.ts';
import { AppError } from '#server/errors.ts';
import { keyedHash } from '#server/keyedHash.ts';

export type NewPost = {
  userId: string;
  event: SharingEvent;
  mailboxHash: string;
  language: Language;
  link: string | null;
  picture: { id: string; digest: string } | null;
};

/**
 * Stores a post, which can be reviewed when it has been online long enough. Throws `sharing_sent` when this person's
 * post of this event waits or was accepted, and `sharing_rewarded` for a post that was rewarded.
 */
export async function storePost(
  transaction: Executor,
  { config, now }: CorePlatform,
  { userId, event, mailboxHash, language, link, picture }: NewPost,
): Promise<void> {
  const linkHash = link === null ? null : keyedHash(config.secret, 'shared post', link);
  const pictureHash = picture && keyedHash(config.secret, 'shared screenshot', picture.digest);
  await refuseRewarded(transaction, { event, mailboxHash, linkHash, pictureHash });
  const sent = now();
  const reviewable = new Date(sent.getTime() + event.keptHours * 3_600_000);
  const stored = await transaction
    .insert(sharingPost)
    .values({
      userId,
      event: event.id,
      percentOff: event.percentOff,
      rewardDays: event.rewardDays,
      mailboxHash,
      link,
      linkHash,
      pictureId: picture?.id ?? null,
      pictureHash,
      language,
      sent,
      reviewable,
      due: addWorkingDays(reviewable, event.reviewDays.most),
    })
    .onConflictDoNothing()
    .returning({ id: sharingPost.id });
  if (stored.length === 0) throw alreadySent();
}

/** Refuses rewarded posts early. The final check is in the review, which claims the reward. */
async function refuseRewarded(
  transaction: Executor,
  requested: Pick<NewPost, 'event' | 'mailboxHash'> & {
    linkHash: string | null;
    pictureHash: string | null;
  },
): Promise<void> {
  const { mailboxHash, linkHash, pictureHash } = sharingReward;
  const isSamePerson = and(
    eq(sharingReward.event, requested.event.id),
    eq(mailboxHash, requested.mailboxHash),
  );
  const [rewarded] = await transaction
    .select({ isSamePerson: sql<boolean>`coalesce(${isSamePerson}, false)` })
    .from(sharingReward)
    .where(
      or(
        isSamePerson,
        sql`${linkHash} = ${requested.linkHash}`,
        sql`${pictureHash} = ${requested.pictureHash}`,
      ),
    );
  if (!rewarded) return;
  if (rewarded.isSamePerson) throw alreadySent();
  throw new AppError('sharing_rewarded', 'This post was rewarded before');
}

function alreadySent(): AppError {
  return new AppError('sharing_sent', 'One post for each person and event; this one has one');
}
