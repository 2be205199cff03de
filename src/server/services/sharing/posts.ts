import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { CorePlatform, StoragePlatform } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import { AppError } from '#server/errors.ts';
import { screenshotKey } from '#server/services/sharing/screenshotKey.ts';

type Post = typeof sharingPost.$inferSelect;

/** A post with the address of its sender. */
export type PostToReview = Post & { email: string };

/** Lists the posts that wait for a review, the oldest first; with `all`, every post, the newest first. */
export async function listPosts(
  { database }: CorePlatform,
  { all, limit }: { all: boolean; limit: number },
): Promise<PostToReview[]> {
  const rows = await database.query
    .select({ post: sharingPost, email: appUser.email })
    .from(sharingPost)
    .innerJoin(appUser, eq(appUser.id, sharingPost.userId))
    .where(all ? undefined : eq(sharingPost.state, 'open'))
    .orderBy(...(all ? [desc(sharingPost.id)] : [asc(sharingPost.sent), asc(sharingPost.id)]))
    .limit(limit);
  return rows.map(({ post, email }) => ({ ...post, email }));
}

/** Returns a post, and the number of other posts with the same address or screenshot. Throws `not_found`. */
export async function findPost(
  { database }: CorePlatform,
  id: number,
): Promise<PostToReview & { same: number }> {
  const [row] = await database.query
    .select({ post: sharingPost, email: appUser.email })
    .from(sharingPost)
    .innerJoin(appUser, eq(appUser.id, sharingPost.userId))
    .where(eq(sharingPost.id, id));
  if (!row) throw new AppError('not_found', `There is no post ${id}`);
  const { linkHash, pictureHash } = row.post;
  const isSame = or(
    sql`${sharingPost.linkHash} = ${linkHash}`,
    sql`${sharingPost.pictureHash} = ${pictureHash}`,
  );
  const same = await database.query.$count(sharingPost, and(ne(sharingPost.id, id), isSame));
  return { ...row.post, email: row.email, same };
}

/** Returns the content of a post's screenshot. Throws `not_found` when the post has none, or it was deleted. */
export async function readScreenshot(
  platform: StoragePlatform,
  id: number,
): Promise<ReadableStream<Uint8Array>> {
  const { pictureId } = await findPost(platform, id);
  const content =
    pictureId === null ? undefined : await platform.media.get(screenshotKey(pictureId));
  if (!content) throw new AppError('not_found', `The post ${id} has no screenshot`);
  return content.stream();
}
