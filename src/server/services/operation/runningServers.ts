import { lstat, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseChecked } from '#domain/json.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import { replaceFile } from '#release/siteFolder.ts';
import { isProcess } from '#server/isProcess.ts';
import type { Config } from '#server/config.ts';
import { describeDatabase } from '#server/db/describeDatabase.ts';
import type { Environment } from '#server/environment.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';
import { realFolder } from '#server/realFolder.ts';
import { secretCheck } from '#server/secretCheck.ts';

/** The data of a server for commands on this machine, without secrets. */
const record = z.object({
  pid: z.int(),
  url: z.string(),
  /** The folder of the code that runs. Commands of another checkout are not meant. */
  code: z.string(),
  data_dir: z.string(),
  /** As `describeDatabase` says it. */
  database: z.string(),
  embedded: z.boolean(),
  production: z.boolean(),
  demo: z.boolean(),
  /** Whether mail is sent by SMTP, and not kept in the development mailbox. */
  smtp: z.boolean(),
  /** As `secretCheck` returns it. */
  secret_check: z.string(),
  /** A folder without symbolic links, or `s3://bucket/prefix`. */
  media_store: z.string(),
  /** Without symbolic links. */
  messages_folder: z.string(),
  collections_folder: z.string(),
});

export type ServerRecord = z.output<typeof record>;

/** The settings that a command must share with its server, by their variables. */
export const sharedSettings = {
  SECRET: 'secret_check',
  MEDIA_STORE: 'media_store',
  MESSAGES_FOLDER: 'messages_folder',
  COLLECTIONS_FOLDER: 'collections_folder',
} as const;

const aliveMilliseconds = 5_000;

/** Stores where this server's data are, until the returned function is called. Fails silently without a folder for it. */
export async function recordServer(
  config: Config,
  { url, demo }: { url: string; demo: boolean },
  environment: Environment = process.env,
): Promise<() => Promise<void>> {
  const folder = writableFolder(environment);
  const file = join(folder, `${process.pid}.json`);
  const content: ServerRecord = {
    pid: process.pid,
    url,
    code: sourceFolder(),
    data_dir: config.dataDir,
    database: describeDatabase(config),
    embedded: config.databaseUrl === undefined,
    production: config.production,
    demo,
    smtp: config.smtpUrl !== undefined,
    ...recordedSettings(config),
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await isTrusted(folder))) return async () => undefined;
    await removeDead(folder);
    await replaceFile(file, `${JSON.stringify(content)}\n`);
  } catch {
    return async () => undefined;
  }
  return () => rm(file, { force: true });
}

/** Returns the settings of `sharedSettings` as they are recorded. */
export function recordedSettings(
  config: OperatorFoldersConfig & Pick<Config, 'secret' | 'mediaStore'>,
) {
  const { secret, mediaStore } = config;
  const { messages, collections } = operatorFolders(config);
  return {
    secret_check: secretCheck(secret),
    media_store: mediaStore.startsWith('s3://') ? mediaStore : realFolder(mediaStore),
    messages_folder: realFolder(messages),
    collections_folder: realFolder(collections),
  };
}

/** Returns the servers that run on this machine from this code and that this user may know of. */
export async function findServers(environment: Environment = process.env): Promise<ServerRecord[]> {
  const folders = new Set(readableFolders(environment));
  const found = await Promise.all([...folders].map(readRecords));
  const ours = found.flat().filter(({ code }) => code === sourceFolder());
  const answers = await Promise.all(ours.map(doesAnswer));
  return ours.filter((_, at) => answers[at]);
}

/** systemd names the folder of a service (`RuntimeDirectory`), and a session that of its user. */
function writableFolder(environment: Environment): string {
  const [ofService] = (environment['RUNTIME_DIRECTORY'] ?? '').split(':');
  if (ofService) return ofService;
  const ofSession = environment['XDG_RUNTIME_DIR'];
  return ofSession ? join(ofSession, 'dolores') : ownFolder();
}

/** A process that was given a folder sees its servers only. */
function readableFolders(environment: Environment): string[] {
  if (environment['RUNTIME_DIRECTORY']) return [writableFolder(environment)];
  const session = join('/run/user', String(process.getuid?.()), 'dolores');
  return [writableFolder(environment), '/run/dolores', session, ownFolder()];
}

function ownFolder(): string {
  return join(tmpdir(), `dolores-run-${process.getuid?.() ?? 'user'}`);
}

async function readRecords(folder: string): Promise<ServerRecord[]> {
  if (!(await isTrusted(folder))) return [];
  const names = (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name));
  const read = names.map(async (name) => {
    try {
      return [parseChecked(record, await readFile(join(folder, name), 'utf8'), name)];
    } catch {
      // It was removed meanwhile, or a server of another version wrote it.
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

/**
 * Whether a folder is nobody else's: another user could make one in `/tmp`, and would name a database of their own. Only
 * root makes folders in `/run`.
 */
async function isTrusted(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) return false;
  const isOwn = process.getuid === undefined || [0, process.getuid()].includes(found.uid);
  return folder.startsWith('/run/') || isOwn;
}

async function doesAnswer({ pid, url }: ServerRecord): Promise<boolean> {
  if (!isProcess(pid)) return false;
  try {
    await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(aliveMilliseconds) });
    return true;
  } catch {
    return false;
  }
}

async function removeDead(folder: string): Promise<void> {
  for (const { pid } of await readRecords(folder)) {
    if (!isProcess(pid)) await rm(join(folder, `${pid}.json`), { force: true });
  }
}
