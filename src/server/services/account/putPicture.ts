import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { User } from '#contract/account/account.ts';
import { defaultPicture, pictureMaxBytes } from '#domain/account/profile.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { getAccount } from '#server/services/users/getAccount.ts';
import { pictureKey, picturePath } from '#server/services/account/picture.ts';
import {
  type UploadBody,
  readUpload,
  refuseAnnouncedSize,
} from '#server/services/files/readUpload.ts';
import { storeFile } from '#server/services/files/storeFile.ts';

/** `position` is the place of the square along the longer side of the picture, from 0 to 1. */
type Upload = UploadBody & { position: number };

/**
 * Makes a square picture of an uploaded file, by the process that reads attachments, and sets it for the acting user. A
 * trigger schedules the removal of the earlier file. Throws `not_signed_in`, `too_many_requests`, and the errors of
 * `refusals.ts`; then the earlier picture stays.
 */
export async function putPicture(context: Context, upload: Upload): Promise<User> {
  const userId = signedInUser(context);
  refuseAnnouncedSize(upload, pictureMaxBytes);
  await context.uploads.take(userId, async (input) => {
    const square = { position: upload.position };
    const options = { mostBytes: pictureMaxBytes, isPicture: true, square } as const;
    const { path } = await readUpload(context, userId, input, upload, options);
    const id = randomUUID();
    const file = { key: pictureKey(id), path, type: 'image/webp' };
    await storeFile(context, file, (transaction) =>
      transaction
        .update(appUser)
        .set({ picture: picturePath(id) })
        .where(eq(appUser.id, userId)),
    );
  });
  return getAccount(context);
}

/** Sets the default picture for the acting user. Throws `not_signed_in`. */
export async function deletePicture(context: Context): Promise<User> {
  await context.database.query
    .update(appUser)
    .set({ picture: defaultPicture })
    .where(eq(appUser.id, signedInUser(context)));
  return getAccount(context);
}
