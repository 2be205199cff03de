import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Attachment } from '#contract/chat/attachments.ts';
import { attachmentMaxBytes } from '#domain/chat/attachments.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUploads } from '#server/db/locks.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';
import { cleanName } from '#server/services/files/fileName.ts';
import {
  type PreparedFile,
  type UploadBody,
  readUpload,
  refuseAnnouncedSize,
} from '#server/services/files/readUpload.ts';
import { attachmentColumns, toAttachment } from '#server/services/attachments/toAttachment.ts';
import { storeFile } from '#server/services/files/storeFile.ts';

/** Most attachments of one user that are uploaded but not sent. */
const unsentAtMost = 20;

export type Upload = UploadBody & { name: string };

/**
 * Receives an uploaded file: checks its content, encodes pictures again, extracts text, and stores it until it is sent,
 * for a day at most. Throws `too_many_requests`, `too_many_attachments`, `invalid_input` when it is incomplete, and the
 * errors in `refusals.ts`; then nothing is stored.
 */
export async function uploadAttachment(context: Context, upload: Upload): Promise<Attachment> {
  const userId = signedInUser(context);
  const mostBytes = Math.max(...Object.values(attachmentMaxBytes));
  refuseAnnouncedSize(upload, mostBytes);
  return context.uploads.take(userId, async (path) => {
    await refuseTooManyUnsent(context.database.query, userId);
    const prepared = await readUpload(context, userId, path, upload);
    return keep(context, userId, upload.name, prepared);
  });
}

async function keep(
  context: Context,
  userId: string,
  name: string,
  prepared: PreparedFile,
): Promise<Attachment> {
  const id = randomUUID();
  const { path, type } = prepared;
  const row = { id, userId, name: cleanName(name), ...(await rowOf(prepared)) };
  const file = { key: attachmentKey({ id, contentId: null }), path, type };
  return storeFile(context, file, async (transaction) => {
    // Serialises the uploads of a user, so that the count is correct until the commit.
    await lockUploads(transaction, userId);
    await refuseTooManyUnsent(transaction, userId);
    const [stored] = await transaction.insert(attachment).values(row).returning(attachmentColumns);
    if (!stored) throw new Error('The attachment was not stored');
    return toAttachment(stored);
  });
}

async function rowOf({ type, path, textPath, ...found }: PreparedFile) {
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
