import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { endpointUrl } from '#contract/endpoint.ts';
import { getMediaFile } from '#contract/media/media.ts';
import type { ExportFormat } from '#domain/chat/chat.ts';
import { type StorageContext, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { readBranch } from '#server/db/queries/branches.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { isOwn, unknownConversation } from '#server/services/conversations/changeConversation.ts';
import type { MarkdownLinks } from '#server/services/conversations/export/answerParts.ts';
import { ownFormat } from '#server/services/conversations/export/exportFormat.ts';
import {
  type ExportSource,
  readMessages,
  toExported,
} from '#server/services/conversations/export/readExported.ts';
import { branchToMarkdown } from '#server/services/conversations/export/toMarkdown.ts';
import { findLeaf } from '#server/services/conversations/findLeaf.ts';

/** A file that is streamed while the data are read. */
export type ExportedFile = {
  name: string;
  type: string;
  pieces: AsyncIterable<string | Uint8Array>;
};

const types = {
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
} as const satisfies Record<ExportFormat, { type: string; extension: string }>;

/** Labels in English, because the file is also for other programs. */
const labels = {
  you: 'You',
  assistant: 'Assistant',
  attachments: 'Attachments',
  noAnswer: 'No answer',
  sources: 'Sources',
  unsupported: 'not found in the source',
  deleted: 'deleted',
};

const conversationsAtOnce = 100;

const nameMaxCharacters = 60;

const columns = {
  id: conversation.id,
  title: conversation.title,
  model: conversation.model,
  gptId: conversation.gptId,
  leafId: conversation.leafId,
  pinned: conversation.pinned,
  archived: conversation.archived,
  created: conversation.created,
  updated: conversation.updated,
};

/** The stored time as text, because a Date has no microseconds. */
const storedCreated = sql<string>`${conversation.created}::text`;

/**
 * Exports a conversation of the acting user: the visible branch as Markdown, or all branches as JSON
 * (`ExportedConversation`). Throws `unknown_conversation`.
 */
export async function exportConversation(
  context: StorageContext,
  id: string,
  format: ExportFormat,
): Promise<ExportedFile> {
  const { query } = context.database;
  const [found] = await query
    .select(columns)
    .from(conversation)
    .where(isOwn(signedInUser(context), id));
  if (!found) throw unknownConversation();
  const { type, extension } = types[format];
  const name = `${fileName(found.title)}.${extension}`;
  return { name, type, pieces: write(context, one(found), format) };
}

/** Exports all conversations of the acting user, oldest first, as one file. */
export async function exportConversations(
  context: StorageContext,
  format: ExportFormat,
): Promise<ExportedFile> {
  const { type, extension } = types[format];
  const name = `dolores-conversations-${context.now().toISOString().slice(0, 10)}.${extension}`;
  const rows = all(context.database.query, signedInUser(context));
  return { name, type, pieces: write(context, rows, format) };
}

/**
 * Yields every conversation of the acting user as a Markdown file, the oldest first. Names contain the start of the id,
 * so that they differ. `mediaLink` returns the address of a file made by a media model.
 */
export async function* conversationDocuments(
  context: StorageContext,
  mediaLink: MarkdownLinks['media'],
): AsyncGenerator<{ name: string; modified: Date; pieces: AsyncIterable<string> }> {
  const { query } = context.database;
  const links = { site: context.config.publicUrl, media: mediaLink };
  for await (const row of all(query, signedInUser(context))) {
    const day = row.created.toISOString().slice(0, 10);
    const name = `${day} ${fileName(row.title)} ${row.id.slice(0, 8)}.md`;
    yield { name, modified: row.updated, pieces: writeMarkdown(query, one(row), links) };
  }
}

async function* write(
  { config, database: { query }, now }: StorageContext,
  rows: AsyncIterable<ExportSource>,
  format: ExportFormat,
): AsyncGenerator<string> {
  const site = config.publicUrl;
  const media: MarkdownLinks['media'] = ({ id }) =>
    new URL(endpointUrl(getMediaFile, { params: { id } }), site).href;
  yield* format === 'json'
    ? writeJson(query, rows, now())
    : writeMarkdown(query, rows, { site, media });
}

async function* writeMarkdown(
  executor: Executor,
  rows: AsyncIterable<ExportSource>,
  links: MarkdownLinks,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows) {
    const leafId = await findLeaf(executor, row);
    const branch = leafId === null ? [] : await readBranch(executor, row.id, leafId);
    yield (isFirst ? '' : '\n---\n\n') + branchToMarkdown(row, branch, labels, links);
    isFirst = false;
  }
}

/** Writes one message per line, so that files can be searched and compared. */
async function* writeJson(
  executor: Executor,
  rows: AsyncIterable<ExportSource>,
  now: Date,
): AsyncGenerator<string> {
  yield `{"format":${JSON.stringify(ownFormat)},"exported":"${now.toISOString()}","conversations":[`;
  let isFirst = true;
  for await (const row of rows) {
    const head = JSON.stringify(toExported(row)).slice(0, -1);
    yield `${isFirst ? '' : ','}\n${head},"messages":[`;
    isFirst = false;
    let comma = '';
    for await (const message of readMessages(executor, row.id)) {
      yield `${comma}\n${JSON.stringify(message)}`;
      comma = ',';
    }
    yield ']}';
  }
  yield '\n]}\n';
}

async function* one(row: ExportSource): AsyncGenerator<ExportSource> {
  yield row;
}

async function* all(executor: Executor, userId: string): AsyncGenerator<ExportSource> {
  let after: { id: string; stored: string } | undefined;
  for (;;) {
    const rows: (ExportSource & { stored: string })[] = await executor
      .select({ ...columns, stored: storedCreated })
      .from(conversation)
      .where(
        and(
          eq(conversation.userId, userId),
          isNull(conversation.deleted),
          eq(conversation.temporary, false),
          after &&
            sql`(${conversation.created}, ${conversation.id}) > (${after.stored}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(conversation.created), asc(conversation.id))
      .limit(conversationsAtOnce);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < conversationsAtOnce) return;
  }
}

/** Returns a file name that is valid on every system: without separators of folders, and not hidden. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...plain].slice(0, nameMaxCharacters).join('').trim() || 'conversation';
}
