import type { MediaFile } from '#contract/media/media.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, type StorageContext, signedInUser } from '#server/context.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { accountFiles, writeAccountFile } from '#server/db/queries/accountFiles.ts';
import { type ZipEntry, zip } from '#server/services/account/export/zip.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { pictureIdOf, pictureKey } from '#server/services/account/picture.ts';
import { mediaEntries, mediaName } from '#server/services/account/export/mediaEntries.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';
import {
  type ExportedFile,
  conversationDocuments,
  exportConversations,
  fileName,
} from '#server/services/conversations/export/exportConversations.ts';
import { accountLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';

/** The most rows of attachments in memory. */
const attachmentsAtOnce = 500;

/**
 * Returns all data of the acting user as one zip archive, which is written while it is read: JSON, conversations also
 * as Markdown, and sent and generated files. `personalTables.ts` lists which table is in which file. Throws
 * `not_signed_in` and `too_many_requests` with `retry_seconds`.
 */
export async function exportAccount(context: Context): Promise<ExportedFile> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: accountLimits.export, by: userId }]);
  return accountArchive(context, userId);
}

/** Returns the archive of an account. `userId` is the actor's. */
export function accountArchive(context: StorageContext, userId: string): ExportedFile {
  const day = context.now().toISOString().slice(0, 10);
  return {
    name: `dolores-account-${day}.zip`,
    type: 'application/zip',
    pieces: zip(entriesOf(context, userId)),
  };
}

async function* entriesOf(context: StorageContext, userId: string): AsyncGenerator<ZipEntry> {
  const { query } = context.database;
  const modified = context.now();
  yield { name: 'README.txt', pieces: textPieces(contents()), modified };
  for (const file of accountFiles) {
    yield { name: file.name, pieces: writeAccountFile(query, file, userId), modified };
  }
  yield* pictureEntry(context, userId);
  const { pieces } = await exportConversations(context, 'json');
  yield { name: 'conversations/conversations.json', pieces, modified };
  const toMedia = (file: MediaFile) => `../${mediaName(file)}`;
  for await (const document of conversationDocuments(context, toMedia)) {
    yield { ...document, name: `conversations/${document.name}` };
  }
  yield* attachmentEntries(context, userId);
  yield* mediaEntries(context, userId);
}

/** Returns the list of files for the archive. It is in English, like the names of files and fields. */
function contents(): string {
  const files = [
    ...accountFiles.map(({ name, about }) => [name, about]),
    ['picture.webp', 'The picture that you gave, if you did'],
    ['conversations/conversations.json', 'All conversations with all branches; it can be imported'],
    ['conversations/*.md', 'Each conversation as it is shown'],
    ['files/{id}/', 'Files that you sent; files.json says with which message'],
    ['media/', 'Pictures, music and videos by their ids; media.json says what they are'],
  ];
  const width = Math.max(...files.map(([name = '']) => name.length)) + 2;
  const lines = files.map(([name = '', about]) => name.padEnd(width) + about);
  return ['Your data at Dolores. Times are UTC.', '', ...lines, ''].join('\n');
}

/** Yields the picture that the user uploaded, if there is one. */
async function* pictureEntry(
  { database, media, now }: StorageContext,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const owner = await findUser(database.query, userId);
  const id = pictureIdOf(owner?.picture ?? '');
  const content = id === undefined ? undefined : await media.get(pictureKey(id));
  if (!content) return;
  yield { name: 'picture.webp', pieces: content.stream(), modified: now(), compress: false };
}

async function* attachmentEntries(
  context: StorageContext,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { id, name, contentId, created } = attachment;
  const isOwn = eq(attachment.userId, userId);
  for (let after: string | undefined; ;) {
    const rows = await context.database.query
      .select({ id, name, contentId, created })
      .from(attachment)
      .where(after === undefined ? isOwn : and(isOwn, gt(attachment.id, after)))
      .orderBy(asc(attachment.id))
      .limit(attachmentsAtOnce);
    for (const row of rows) yield await attachmentEntry(context, row);
    after = rows.at(-1)?.id;
    if (rows.length < attachmentsAtOnce) return;
  }
}

type SentFile = { id: string; name: string; contentId: string | null; created: Date };

async function attachmentEntry({ media, log }: StorageContext, file: SentFile): Promise<ZipEntry> {
  const folder = `files/${file.id}`;
  const content = await media.get(attachmentKey(file));
  if (content === undefined) {
    log.error({ attachment: file.id }, 'the media store has lost a file');
    const pieces = textPieces(`The content of ${file.name} is lost.\n`);
    return { name: `${folder}/lost.txt`, pieces, modified: file.created };
  }
  const name = `${folder}/${fileName(file.name)}`;
  // Pictures and PDFs are compressed already.
  return { name, pieces: content.stream(), modified: file.created, compress: false };
}

async function* textPieces(text: string): AsyncGenerator<string> {
  yield text;
}
