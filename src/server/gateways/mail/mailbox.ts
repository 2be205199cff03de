import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { type StoredMail, serveMailbox } from '#server/gateways/mail/mailboxPage.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** How many mails are kept; older ones are deleted. */
const keptMails = 200;

/**
 * Opens the development mailbox. It sends nothing: it keeps each mail as a file in `mailbox` of the data folder, and
 * shows them on a page for this machine (`port` 0 takes any free one). Throws when the port is taken.
 */
export async function createMailbox(dataDir: string, port: number): Promise<MailGateway> {
  const folder = join(dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const page = await serveMailbox(() => readMails(folder), port);
  return {
    mailboxUrl: page.url,
    send: async (mail) => {
      await store(folder, { ...mail, sent: new Date().toISOString() });
      await deleteOldest(folder);
    },
    close: page.close,
  };
}

async function store(folder: string, mail: StoredMail): Promise<void> {
  // Names sort by time. Renamed at the end, so that a half-written file is never read.
  const name = `${mail.sent.replaceAll(/[:.]/g, '-')}-${sequence()}-${randomUUID().slice(0, 8)}`;
  const unfinished = join(folder, `${name}.part`);
  await writeFile(unfinished, `${JSON.stringify(mail, undefined, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(folder, `${name}.json`));
}

let stored = 0;

/** Keeps mails of the same millisecond in order. */
function sequence(): string {
  stored += 1;
  return stored.toString().padStart(9, '0');
}

async function readMails(folder: string): Promise<StoredMail[]> {
  const names = await listNewestFirst(folder);
  const texts = await Promise.all(
    // A file may be deleted while we read.
    names.slice(0, keptMails).map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  return texts.flatMap(parse);
}

async function deleteOldest(folder: string): Promise<void> {
  const surplus = (await listNewestFirst(folder)).slice(keptMails);
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })));
}

async function listNewestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed();
}

const storedMail: z.ZodMiniType<StoredMail> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent: z.string(),
  replyTo: z.exactOptional(z.string()),
});

/** Returns the mail in a file; nothing for a file that is not a mail. */
function parse(text: string): StoredMail[] {
  try {
    return [parseChecked(storedMail, text, 'The mail')];
  } catch {
    return [];
  }
}
