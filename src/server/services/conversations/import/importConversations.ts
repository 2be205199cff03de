import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { ImportProblem, importConversations as endpoint } from '#contract/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sentMessages } from '#domain/chatSettings.ts';
import { defaultGptModel } from '#domain/models.ts';
import { fitTitle, titleOf } from '#domain/conversationTitle.ts';
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
  type Found,
  readUpload,
  storeUpload,
  tooLarge,
} from '#server/services/conversations/import/openUpload.ts';
import { readChatGpt } from '#server/services/conversations/import/readChatGpt.ts';
import { readOwn } from '#server/services/conversations/import/readOwn.ts';
import {
  type Place,
  type Placed,
  storeImported,
} from '#server/services/conversations/import/storeImported.ts';
import { isReachableGpt } from '#server/db/queries/shownGpts.ts';
import { conversationLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';

type Report = ResponseOf<typeof endpoint>;

/** Conversations that are named in each list of the report. */
const namedAtMost = 100;

/** Conversations, and characters of them, that are stored in one transaction. */
const storedAtOnce = { conversations: 50, characters: 500_000 };

/** After so long the rest is left to another call: proxies wait for two minutes. */
const storingMilliseconds = 80_000;

const readers = { dolores: readOwn, chatgpt: readChatGpt };

/** Users whose import runs here. */
const importing = new Set<string>();

/**
 * Imports the conversations of a file for the acting user: some in each transaction, so that what is broken off goes on
 * when the file is sent again. Throws `too_large`, `too_many_requests`, `conflict` while another import of the
 * user runs, `invalid_input` when the file is none that we know, and the reason of `signal` when that aborts; what was
 * imported until then stays.
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
  found: AsyncIterable<Found>,
  signal: AbortSignal,
): Promise<Report> {
  const report: Report = {
    imported: 0,
    unchanged: 0,
    shortened: 0,
    long_count: 0,
    long: [],
    unread: null,
    rejected_count: 0,
    rejected: [],
  };
  const reject = (reason: ImportProblem, title: string, line: number | null) => {
    report.rejected_count += 1;
    if (report.rejected.length < namedAtMost) report.rejected.push({ title, line, reason });
  };
  const gpts = new Map<string, boolean>();
  const batch = new Batch(async (placed) => {
    const outcomes = await storeImported(context.database, userId, placed);
    for (const [index, outcome] of outcomes.entries()) {
      report[outcome] += 1;
      const one = placed[index];
      if (outcome !== 'imported' || !one) continue;
      if (one.imported.shortened) report.shortened += 1;
      noteLong(report, one);
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
        await batch.add({ imported, place: await placeOf(context, imported, gpts) });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        reject(error.reason, givenTitle(one.value), null);
      }
    }
  } finally {
    // Also where the file turns out to be none in its middle.
    if (!signal.aborted) await batch.store();
  }
  return report;
}

/** Conversations until there are enough for a transaction. */
class Batch {
  readonly #store: (placed: readonly Placed[]) => Promise<void>;
  #placed: Placed[] = [];
  #characters = 0;

  constructor(store: (placed: readonly Placed[]) => Promise<void>) {
    this.#store = store;
  }

  async add(placed: Placed): Promise<void> {
    this.#placed.push(placed);
    for (const { text } of placed.imported.messages) this.#characters += text.length;
    const { conversations, characters } = storedAtOnce;
    if (this.#placed.length >= conversations || this.#characters >= characters) await this.store();
  }

  async store(): Promise<void> {
    const placed = this.#placed;
    this.#placed = [];
    this.#characters = 0;
    if (placed.length > 0) await this.#store(placed);
  }
}

/** Why nothing more of a file is read. */
function unreadReason(count: number, milliseconds: number): Report['unread'] {
  if (count > importLimits.conversations) return 'conversations';
  return milliseconds > storingMilliseconds ? 'time' : null;
}

/** Of a longer branch, a question takes only the newest messages along. */
function noteLong(report: Report, { imported, place }: Placed): void {
  const messages = shownLength(imported);
  if (messages <= sentMessages) return;
  report.long_count += 1;
  if (report.long.length >= namedAtMost) return;
  report.long.push({ title: place.title, messages, sent: sentMessages });
}

/** Messages of the branch that is shown. */
function shownLength({ messages, leaf }: ImportedConversation): number {
  let length = 0;
  for (let at = leaf ?? messages.length - 1; at >= 0; length += 1) {
    at = messages[at]?.parent ?? -1;
  }
  return length;
}

/** Models and GPTs that are not ours are left to the default model. */
async function placeOf(
  context: Context,
  { title, model, gptId, messages }: ImportedConversation,
  gpts: Map<string, boolean>,
): Promise<Place> {
  const first = messages.find(({ role }) => role === 'user') ?? messages[0];
  const named = { title: fitTitle(title) || titleOf(first?.text ?? '') };
  if (gptId !== null) {
    const isKnown = gpts.get(gptId) ?? (await isGptReachable(context.database.query, gptId));
    gpts.set(gptId, isKnown);
    if (isKnown) return { ...named, model: null, gptId };
  }
  const isKnown = model !== null && context.catalogue.find(model)?.kind === 'text';
  return { ...named, model: isKnown ? model : defaultGptModel, gptId: null };
}

async function isGptReachable(executor: Executor, id: string): Promise<boolean> {
  const [found] = await executor
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(eq(gpt.id, id), isReachableGpt));
  return found !== undefined;
}

function givenTitle(value: unknown): string {
  return isRecord(value) ? storableText(value['title']).slice(0, 200) : '';
}
