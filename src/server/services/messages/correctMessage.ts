import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutMark } from '#domain/site/foreignFiles.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { messageProblem } from '#i18n/messageProblem.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import type { CorePlatform } from '#server/context.ts';
import { operatorFolders } from '#server/operatorFolders.ts';
import { type MessageName, pathIn, shippedText } from '#server/services/messages/messageName.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { readIfThere, replaceFile } from '#release/siteFolder.ts';
import { ownValue } from '#domain/ownValue.ts';

type Texts = Record<string, unknown>;

/**
 * Overrides the text of a shipped message, and writes an audit row. Returns the text that was shown before. Throws an
 * error with a sentence for the operator when there is no such message, or when the text cannot replace it.
 */
export async function setMessage(
  platform: CorePlatform,
  name: MessageName,
  text: string,
): Promise<string> {
  const shipped = shippedText(name);
  const problem = messageProblem(text, shipped);
  if (problem !== undefined) throw new Error(`The text for ${nameOf(name)} ${problem}`);
  const path = pathIn(shippedCatalogue(name.language, name.area), name.key) ?? [];
  const before = await change(platform, name, 'i18n.set', (texts) => {
    const known = getText(texts, path);
    setText(texts, path, text);
    return { from: known ?? shipped, to: text };
  });
  return String(before);
}

/**
 * Removes the correction of a message, and writes an audit row. Returns the removed text. Throws an error with a
 * sentence for the operator when the message is not corrected.
 */
export async function unsetMessage(platform: CorePlatform, name: MessageName): Promise<string> {
  const before = await change(platform, name, 'i18n.unset', (texts) => {
    const path = pathIn(texts, name.key);
    if (path === undefined) throw new Error(`${nameOf(name)} is not corrected`);
    const known = getText(texts, path);
    setText(texts, path, undefined);
    return { from: known };
  });
  return String(before);
}

/** Changes the file of a message under a lock, so that parallel commands wait for each other. */
async function change(
  { config, database }: CorePlatform,
  name: MessageName,
  action: string,
  work: (texts: Texts) => { from: unknown; to?: string },
): Promise<unknown> {
  const file = join(operatorFolders(config).messages, name.language, `${name.area}.json`);
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'corrected messages');
    const texts = await readTexts(file);
    const details = work(texts);
    await writeAudit(transaction, action, nameOf(name), details);
    await mkdir(dirname(file), { recursive: true });
    if (Object.keys(texts).length === 0) await rm(file, { force: true });
    else await replaceFile(file, `${JSON.stringify(texts, null, 2)}\n`);
    return details.from;
  });
}

async function readTexts(file: string): Promise<Texts> {
  const content = await readIfThere(file);
  if (content === undefined) return {};
  try {
    const texts: unknown = JSON.parse(withoutMark(content));
    if (isGroup(texts)) return texts;
  } catch {
    // Reported below.
  }
  throw new Error(`${file} is no JSON object: mend or remove it first`);
}

function getText(texts: Texts, [first = '', ...rest]: readonly string[]): unknown {
  const value = ownValue(texts, first);
  if (rest.length === 0) return value;
  return isGroup(value) ? getText(value, rest) : undefined;
}

/** Sets the text at a path, or removes it, together with groups that become empty. */
function setText(
  texts: Texts,
  [first = '', ...rest]: readonly string[],
  text: string | undefined,
): void {
  if (rest.length === 0) {
    setEntry(texts, first, text);
    return;
  }
  const known = texts[first];
  const group = isGroup(known) ? known : {};
  setText(group, rest, text);
  setEntry(texts, first, Object.keys(group).length > 0 ? group : undefined);
}

function setEntry(texts: Texts, key: string, value: unknown): void {
  if (value === undefined) delete texts[key];
  else texts[key] = value;
}

function nameOf({ language, area, key }: MessageName): string {
  return `${language} ${area}.${key}`;
}

function isGroup(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
