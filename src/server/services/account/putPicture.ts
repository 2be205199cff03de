import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { eq } from 'drizzle-orm';
import type { User } from '#contract/account.ts';
import { defaultPicture, pictureMaxBytes } from '#domain/profile.ts';
import { AppError } from '#server/errors.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { getAccount } from '#server/services/account/getAccount.ts';
import { pictureKey, picturePath } from '#server/services/account/picture.ts';
import { uploadLimits } from '#server/services/limits/limits.ts';
import { receive } from '#server/services/attachments/receive.ts';
import { tooLarge, unreadable } from '#server/services/attachments/refusals.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  hastenRemoval,
  noteRemoval,
  takeRemovalBack,
} from '#server/services/media/mediaRemovals.ts';

type Upload = {
  body: ReadableStream<Uint8Array>;
  /** Bytes that the sender announces. */
  announced: number | undefined;
  /** Where the square lies along the longer side, from 0 to 1. */
  position: number;
};

/**
 * Makes a square picture of an uploaded file, by the process that reads attachments, and gives it to the acting user. The
 * file of the one before goes by a trigger. Throws `not_signed_in`, `too_many_requests`, and what `refusals.ts` says of the
 * file; then the picture before stays.
 */
export async function putPicture(context: Context, upload: Upload): Promise<User> {
  const userId = signedInUser(context);
  if ((upload.announced ?? 0) > pictureMaxBytes) throw tooLarge(pictureMaxBytes);
  await context.uploads.take(userId, async (input) => {
    await takePoints(context, [{ limit: uploadLimits.files, by: userId }]);
    const { type, size } = await receive(upload.body, input, pictureMaxBytes);
    const points = Math.ceil(size / 1_000);
    await takePoints(context, [{ limit: uploadLimits.kilobytes, by: userId, points }]);
    if (type === 'pdf' || type === 'text') throw unreadable({ rule: 'type' });
    const { position } = upload;
    const task = {
      type,
      input,
      output: `${input}.kept`,
      text: `${input}.text`,
      square: { position },
    };
    const reading = await context.uploads.read(task);
    if (reading.kind === 'unreadable') throw unreadable(reading.why);
    await keep(context, userId, task.output);
  });
  return getAccount(context);
}

/** Gives the acting user the default picture again. Throws `not_signed_in`. */
export async function deletePicture(context: Context): Promise<User> {
  await context.database.query
    .update(appUser)
    .set({ picture: defaultPicture })
    .where(eq(appUser.id, signedInUser(context)));
  return getAccount(context);
}

/** First the note that the file may have to go, then the file, then its row: an end in between leaves the note. */
async function keep({ database, media }: Context, userId: string, path: string): Promise<void> {
  const id = randomUUID();
  const key = pictureKey(id);
  await noteRemoval(database.query, key);
  try {
    await media.put(key, createReadStream(path), 'image/webp');
    await database.transaction(async (transaction) => {
      if (!(await takeRemovalBack(transaction, key))) {
        throw new AppError('unavailable', 'The upload took too long, try again');
      }
      await transaction
        .update(appUser)
        .set({ picture: picturePath(id) })
        .where(eq(appUser.id, userId));
    });
  } catch (error) {
    await hastenRemoval(database.query, key).catch(() => undefined);
    throw error;
  }
}
