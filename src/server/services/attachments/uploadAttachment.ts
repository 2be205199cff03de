import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Attachment } from '#contract/attachments.ts';
import { attachmentMaxBytes } from '#domain/attachments.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUploads } from '#server/db/locks.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';
import { cleanName } from '#server/services/attachments/fileName.ts';
import { receive } from '#server/services/attachments/receive.ts';
import { tooLarge, unreadable } from '#server/services/attachments/refusals.ts';
import { attachmentColumns, toAttachment } from '#server/services/attachments/toAttachment.ts';
import type { ReadFile, ReadingTask } from '#server/services/attachments/reading/reading.ts';
import { uploadLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  hastenRemoval,
  noteRemoval,
  takeRemovalBack,
} from '#server/services/media/mediaRemovals.ts';

/** Attachments of one user that were uploaded and not sent. */
const unsentAtMost = 20;

export type Upload = {
  name: string;
  body: ReadableStream<Uint8Array>;
  /** Bytes that the sender announces. */
  announced: number | undefined;
};

/** A file that was read, with the paths of what is kept of it. */
type Prepared = ReadFile & { path: string; textPath: string };

/**
 * Takes an uploaded file: checks it by its content, makes pictures anew, takes out text, and keeps it until it is sent, a
 * day at most. Throws `too_many_requests`, `too_many_attachments`, `invalid_input` when it does not arrive, and what
 * `refusals.ts` says of the file; then nothing is kept.
 */
export async function uploadAttachment(context: Context, upload: Upload): Promise<Attachment> {
  const userId = signedInUser(context);
  const mostBytes = Math.max(...Object.values(attachmentMaxBytes));
  if ((upload.announced ?? 0) > mostBytes) throw tooLarge(mostBytes);
  return context.uploads.take(userId, async (path) => {
    await refuseTooManyUnsent(context.database.query, userId);
    await takePoints(context, [{ limit: uploadLimits.files, by: userId }]);
    const { type, size } = await receive(upload.body, path);
    const points = Math.ceil(size / 1_000);
    await takePoints(context, [{ limit: uploadLimits.kilobytes, by: userId, points }]);
    const prepared = await prepare(context, type, path);
    return keep(context, userId, upload.name, prepared);
  });
}

async function prepare(
  { uploads }: Context,
  type: ReadingTask['type'],
  input: string,
): Promise<Prepared> {
  const task = { type, input, output: `${input}.kept`, text: `${input}.text` };
  const reading = await uploads.read(task);
  if (reading.kind === 'unreadable') throw unreadable(reading.why);
  const path = reading.file.file === 'input' ? task.input : task.output;
  return { ...reading.file, path, textPath: task.text };
}

/** First the note that the file may have to go, then the file, then its row: an end in between leaves the note. */
async function keep(
  { database, media }: Context,
  userId: string,
  name: string,
  prepared: Prepared,
): Promise<Attachment> {
  const id = randomUUID();
  const key = attachmentKey({ id, contentId: null });
  const row = { id, userId, name: cleanName(name), ...(await rowOf(prepared)) };
  await noteRemoval(database.query, key);
  try {
    await media.put(key, createReadStream(prepared.path), prepared.type);
    return await database.transaction(async (transaction) => {
      // Orders the uploads of a user, so that the count is true until the commit.
      await lockUploads(transaction, userId);
      await refuseTooManyUnsent(transaction, userId);
      if (!(await takeRemovalBack(transaction, key))) {
        throw new AppError('unavailable', 'The upload took too long, try again');
      }
      const [stored] = await transaction
        .insert(attachment)
        .values(row)
        .returning(attachmentColumns);
      if (!stored) throw new Error('The attachment was not stored');
      return toAttachment(stored);
    });
  } catch (error) {
    await hastenRemoval(database.query, key).catch(() => undefined);
    throw error;
  }
}

async function rowOf({ type, path, textPath, ...found }: Prepared) {
  const { size } = await stat(path);
  const kind = type === 'application/pdf' ? 'pdf' : type === 'text/plain' ? 'text' : 'image';
  const { width, height, pages, characters, tokens } = found;
  const text = characters === null ? null : await readFile(textPath, 'utf8');
  return { kind, type, size, width, height, pages, characters, tokens, text } as const;
}

async function refuseTooManyUnsent(query: Executor, userId: string): Promise<void> {
  const [unsent] = await query
    .select({ count: count() })
    .from(attachment)
    .where(and(eq(attachment.userId, userId), isNull(attachment.messageId)));
  if ((unsent?.count ?? 0) < unsentAtMost) return;
  throw new AppError(
    'too_many_attachments',
    `At most ${unsentAtMost} files can wait to be sent: send or delete some first`,
    { limit: unsentAtMost },
  );
}
