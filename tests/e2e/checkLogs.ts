import { readFile, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { textAt } from '#server/gateways/readJson.ts';
import { findLeaks } from '../setup/logLeaks.ts';
import { issuerClient } from '../setup/googleIssuer.ts';
import { serverLog } from '../setup/site/serverLog.ts';

/** Warnings and worse, which a run shows. */
const warning = /"level":(?:[4-9]\d)/;

/**
 * Reads the logs of the server and of PostgreSQL after all tests: no line has an address, a code, a secret or a text of the
 * users, and every line of the server is JSON. Prints its warnings.
 */
export default async function checkLogs(): Promise<void> {
  if (process.env['E2E_URL'] !== undefined) return;
  const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
  const log = await readFile(join(dataDir, serverLog), 'utf8');
  const lines = log.split('\n').filter(Boolean);
  for (const line of lines.filter((one) => warning.test(one))) console.log(line);
  const secrets = [issuerClient.clientSecret, await readOrEmpty(join(dataDir, 'operator-token'))];
  const known = {
    codes: await sentCodes(dataDir),
    secrets: secrets.map((secret) => secret.trim()).filter(Boolean),
    texts: await storedTexts(dataDir),
  };
  // In the log of PostgreSQL, any four digits may be an id of a process.
  const postgres = await readOrEmpty(join(dataDir, 'postgres.log'));
  const leaks = [...findLeaks(log, known), ...findLeaks(postgres, { ...known, codes: [] }, false)];
  if (leaks.length > 0) throw new Error(`The log of the server has\n${leaks.join('\n')}`);
  const { codes, texts } = known;
  console.log(
    `The log of the server has ${lines.length} lines, and none of ${codes.length} codes and ${texts.length} texts.`,
  );
}

function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Returns the sign-in codes of the mails that the mailbox still has. */
async function sentCodes(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mailbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const mails = await Promise.all(names.map((name) => readOrEmpty(join(folder, name))));
  const texts = mails.map((mail) => textAt(JSON.parse(mail), 'text'));
  return [...new Set(texts.flatMap((text) => /^\d{4}$/m.exec(text) ?? []))];
}

/** Returns what users wrote and were answered, and the names of their accounts. */
async function storedTexts(dataDir: string): Promise<string[]> {
  const place = { databaseUrl: undefined, postgresBin: undefined, dataDir };
  const database = await openDatabase(place, pino({ level: 'silent' }), 1);
  try {
    const { rows } = await database.query.execute<{ text: string }>(sql`
      select left(text, 200) as text from message
      union select title from conversation
      union select email from app_user
      union select prompt from media_job`);
    return rows.map(({ text }) => text);
  } finally {
    await database.close();
  }
}
