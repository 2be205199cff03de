import { and, eq } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import type { MediaContent } from '#server/gateways/storage/media.ts';
import { pictureKey, picturePath } from '#server/services/account/picture.ts';

/** Returns the content of the acting user's picture. Throws `not_signed_in`, and `not_found` for any other id. */
export async function getPicture(context: Context, id: string): Promise<MediaContent> {
  const isOwn = and(eq(appUser.id, signedInUser(context)), eq(appUser.picture, picturePath(id)));
  const own = await findRow(context.database.query, appUser, isOwn);
  const content = own && (await context.media.get(pictureKey(id)));
  if (!content) throw new AppError('not_found', 'There is no picture with this id');
  return content;
}
