import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type {
  ImportProblem,
  importConversations as endpoint,
} from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sentMessages } from '#domain/chat/chatSettings.ts';
import { defaultGptModel } from '#domain/models/models.ts';
import { fitTitle, titleOf } from '#domain/chat/conversationTitle.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import {
  type ImportedConversation,
  Unreadable,
  importLimits,
  isRecord,
  storableText,
} from '#server/services/conversations/import/imported.ts';
import {
  type FileItem,
  readUpload,
  storeUpload,
  tooLarge,
} from '#server/services/conversations/import/openUpload.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';
import { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import { readChatGpt } from '#server/services/conversations/import/readChatGpt.ts';
import { readOwn } from '#server/services/conversations/import/readOwn.ts';
import {
  type Destination,
  type ImportItem,
  storeImported,
} from '#server/services/conversations/import/storeImported.ts';
import { isReachableGpt } from '#server/db/queries/shownGpts.ts';
import { conversationLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';

type Report = ResponseOf<typeof endpoint>;

const namedAtMost = 100;

/** Most conversations, and characters of them, per transaction. */
const batchLimits = { conversations: 50, characters: 500_000 };

/** After this time the rest is left to another call: proxies time out after two minutes. */
const storingMilliseconds = 80_000;

const readers = { dolores: readOwn, chatgpt: readChatGpt };

const importing = new Set<string>();

/**
 * Imports the conversations of a file for the acting user, in several transactions: an interrupted import continues
 * when the file is sent again. Throws `too_large`, `too_many_requests`, `conflict` while another import of the user
 * runs, `invalid_input` for an unknown format, and the reason of `signal` when that aborts; conversations imported
 * before stay.
 */
export async function importConversations(
  context: Context,
  body: ReadableStream<Uint8Array> | null,
  contentLength: string | undefined,
  signal: AbortSignal,
): Promise<Report> {
  const userId = signedInUser(context);
  if (Number(contentLength ?? 0) > importLimits.bodyBytes) throw tooLarge();
  if (importing.has(userId)) throw new AppError('conflict', 'Another import is still running');
  importing.add(userId);
  const folder = await mkdtemp(join(tmpdir(), 'dolores-import-'));
  try {
    await takePoints(context, [{ limit: conversationLimits.import, by: userId }]);
    const file = join(folder, 'upload');
    await storeUpload(body, file, signal);
    return await importAll(context, userId, readUpload(file), signal);
  } finally {
    importing.delete(userId);
    await rm(folder, { recursive: true, force: true });
  }
}

async function importAll(
  context: Context,
  userId: string,
  found: AsyncIterable<FileItem>,
  signal: AbortSignal,
): Promise<Report> {
  const report = emptyReport();
  const reject = (reason: ImportProblem, title: string, line: number | null) => {
    report.rejected_count += 1;
    if (report.rejected.length < namedAtMost) report.rejected.push({ title, line, reason });
  };
  const leftOut = new LeftOut();
  const gpts = new Map<string, boolean>();
  const batch = new Batch(async (items) => {
    const outcomes = await storeImported(context.database, userId, items);
    if (outcomes.includes('imported')) await sendChange(context, 'changed', userId);
    for (const [index, outcome] of outcomes.entries()) {
      report[outcome] += 1;
      const one = items[index];
      if (outcome !== 'imported' || !one) continue;
      if (one.imported.shortened) report.shortened += 1;
      noteLong(report, one);
      leftOut.add(one.imported.leftOut);
    }
  });
  const start = context.now();
  let count = 0;
  try {
    for await (const one of found) {
      signal.throwIfAborted();
      count += 1;
      report.unread = unreadReason(count, context.now().getTime() - start.getTime());
      if (report.unread) break;
      if ('problem' in one) {
        reject(one.problem, '', one.line);
        continue;
      }
      try {
        const imported = readers[one.from](one.value, context.now());
        await batch.add({ imported, destination: await destinationOf(context, imported, gpts) });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        reject(error.reason, titleInFile(one.value), null);
      }
    }
  } finally {
    // Also if the file turns out to be invalid in its middle.
    if (!signal.aborted) await batch.store();
  }
  return { ...report, left_out: leftOut.toList() };
}

function emptyReport(): Report {
  return {
    imported: 0,
    unchanged: 0,
    shortened: 0,
    long_count: 0,
    long: [],
    left_out: [],
    unread: null,
    rejected_count: 0,
    rejected: [],
  };
}

/** Collects conversations until there are enough for a transaction. */
class Batch {
  readonly #store: (items: readonly ImportItem[]) => Promise<void>;
  #items: ImportItem[] = [];
  #characters = 0;

  constructor(store: (items: readonly ImportItem[]) => Promise<void>) {
    this.#store = store;
  }

  async add(items: ImportItem): Promise<void> {
    this.#items.push(items);
    for (const { text } of items.imported.messages) this.#characters += text.length;
    const { conversations, characters } = batchLimits;
    if (this.#items.length >= conversations || this.#characters >= characters) await this.store();
  }

  async store(): Promise<void> {
    const items = this.#items;
    this.#items = [];
    this.#characters = 0;
    if (items.length > 0) await this.#store(items);
  }
}

function unreadReason(count: number, milliseconds: number): Report['unread'] {
  if (count > importLimits.conversations) return 'conversations';
  return milliseconds > storingMilliseconds ? 'time' : null;
}

/** Reports a branch that is so long that questions send only its newest messages. */
function noteLong(report: Report, { imported, destination }: ImportItem): void {
  const messages = shownLength(imported);
  if (messages <= sentMessages) return;
  report.long_count += 1;
  if (report.long.length >= namedAtMost) return;
  report.long.push({ title: destination.title, messages, sent: sentMessages });
}

/** Returns the number of messages in the visible branch. */
function shownLength({ messages, leaf }: ImportedConversation): number {
  let length = 0;
  for (let at = leaf ?? messages.length - 1; at >= 0; length += 1) {
    at = messages[at]?.parent ?? -1;
  }
  return length;
}

/** Returns title and target of a conversation. Unknown models and GPTs are replaced by the default model. */
async function destinationOf(
  context: Context,
  { title, model, gptId, messages }: ImportedConversation,
  gpts: Map<string, boolean>,
): Promise<Destination> {
  const first = messages.find(({ role }) => role === 'user') ?? messages[0];
  const titled = { title: fitTitle(title) || titleOf(first?.text ?? '') };
  if (gptId !== null) {
    const isKnown = gpts.get(gptId) ?? (await isGptReachable(context.database.query, gptId));
    gpts.set(gptId, isKnown);
    if (isKnown) return { ...titled, model: null, gptId };
  }
  const isKnown = model !== null && context.catalogue.find(model)?.kind === 'text';
  return { ...titled, model: isKnown ? model : defaultGptModel, gptId: null };
}

async function isGptReachable(executor: Executor, id: string): Promise<boolean> {
  const [found] = await executor
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(eq(gpt.id, id), isReachableGpt));
  return found !== undefined;
}

function titleInFile(value: unknown): string {
  return isRecord(value) ? storableText(value['title']).slice(0, 200) : '';
}
