import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { withoutMarks } from '#domain/texts/answerMarks.ts';
import type { CorePlatform } from '#server/context.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { answerHtml, message } from '#server/db/schema/chat.ts';
import { htmlAtMost, plainHtml, workAtMost, workOf } from '#markdown/markdownToHtml.ts';
import { answerPieces } from '#server/services/shares/answerPieces.ts';

/** Increase it when the same text becomes other HTML, by our code or a package: then answers are rendered again. */
export const htmlVersion = 6;

/** Most characters of the HTML of the answers of one page. Answers beyond it are shown as they were written. */
const pageAtMost = 20_000_000;

/** Milliseconds after which others have their turn. */
const turn = 10;

/** The HTML of answers by the id of the message, without the words of a language. */
export type RenderedAnswers = ReadonlyMap<string, string>;

type Answer = Pick<BranchMessage, 'id' | 'text' | 'search'>;

/** Running work by answer: readers who come at the same time wait for the same promise. */
const running = new Map<string, Promise<string>>();

/**
 * Returns the HTML of the answers among these messages. Each answer is rendered once for this version and stored; others
 * are served meanwhile.
 */
export async function renderAnswers(
  { database, config }: CorePlatform,
  messages: readonly BranchMessage[],
): Promise<RenderedAnswers> {
  const ownHost = new URL(config.publicUrl).host;
  const key = versionOf(ownHost);
  const answers = withinWork(messages);
  const ids = answers.map(({ id }) => id);
  const stored = await database.query
    .select({ id: answerHtml.messageId, html: answerHtml.html })
    .from(answerHtml)
    .where(and(inArray(answerHtml.messageId, ids), eq(answerHtml.version, key)));
  const found = new Map(stored.map(({ id, html }) => [id, html]));
  const shown = new Map<string, string>();
  let characters = 0;
  for (const answer of answers) {
    const html =
      found.get(answer.id) ??
      (await joinRunning(`${answer.id} ${key}`, () => renderAndStore(database, answer, ownHost)));
    characters += html.length;
    if (characters > pageAtMost) break;
    shown.set(answer.id, html);
  }
  return shown;
}

function versionOf(ownHost: string): string {
  return `${htmlVersion} ${ownHost}`;
}

async function renderAndStore(
  database: CorePlatform['database'],
  answer: Answer,
  ownHost: string,
): Promise<string> {
  const html = await render(answer, ownHost);
  const row = { messageId: answer.id, version: versionOf(ownHost), html };
  await database.transaction(async (transaction) => {
    const isSame = eq(message.id, answer.id);
    const kept = await transaction
      .select({ id: message.id })
      .from(message)
      .where(isSame)
      .for('key share');
    // The message may have been deleted meanwhile.
    if (kept.length === 0) return;
    await transaction
      .insert(answerHtml)
      .values(row)
      .onConflictDoUpdate({ target: answerHtml.messageId, set: row });
  });
  return html;
}

/** Returns the answers from the first one on, as far as the work of a page reaches. */
function withinWork(messages: readonly BranchMessage[]): Answer[] {
  let work = 0;
  return messages.filter(({ role, text }) => {
    if (role === 'user' || text.trim() === '') return false;
    const own = workOf(text);
    if (work + own > workAtMost) return false;
    work += own;
    return true;
  });
}

async function joinRunning(key: string, make: () => Promise<string>): Promise<string> {
  const present = running.get(key);
  if (present) return present;
  const made = make().finally(() => running.delete(key));
  running.set(key, made);
  return made;
}

async function render(answer: Answer, ownHost: string): Promise<string> {
  const charactersAtMost = htmlAtMost(answer.text);
  let html = '';
  let start = performance.now();
  for (const piece of answerPieces(answer, ownHost)) {
    html += piece;
    if (html.length > charactersAtMost) return plainHtml(withoutMarks(answer.text));
    if (performance.now() - start < turn) continue;
    await setImmediate();
    start = performance.now();
  }
  return html;
}
