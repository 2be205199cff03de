import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfThere, temporaryName } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import { isProcess } from '#server/isProcess.ts';
import * as z from 'zod/mini';

/** Thrown when another living process holds the lock. */
export class LockHeld extends Error {}

const holder = z.object({
  pid: z.int(),
  /** The start time of the process: a reused process id has another one. */
  started: z.optional(z.string()),
  since: z.string(),
  token: z.string(),
});

type Holder = z.output<typeof holder>;

/** Longer than the file operations of a takeover. */
const takeoverMilliseconds = 10_000;

/** Runs `work` under the lock file, taking over that of a dead process. Throws `LockHeld` at once. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const token = await acquire(file);
  try {
    return await work();
  } finally {
    if ((await readHolder(file))?.token === token) await rm(file, { force: true });
  }
}

/** Returns the living process that holds the lock, and since when (ISO); `undefined` if there is none. */
export async function lockHolder(
  file: string,
): Promise<{ pid: number; since: string } | undefined> {
  const holder = await readHolder(file);
  return holder !== undefined && (await isAlive(holder)) ? holder : undefined;
}

async function acquire(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const holder: Holder = {
    pid: process.pid,
    started: await startTimeOf(process.pid),
    since: new Date().toISOString(),
    token: randomUUID(),
  };
  for (const end = Date.now() + 2 * takeoverMilliseconds; Date.now() < end;) {
    if (await createOnce(file, JSON.stringify(holder))) return holder.token;
    await removeStale(file);
  }
  throw new Error(`The lock ${file} cannot be taken; delete it when no publish is running`);
}

/**
 * Removes the lock of a dead process. Only one process at a time may do that, because a slower one would otherwise
 * remove a new lock of another process.
 */
async function removeStale(file: string): Promise<void> {
  const guard = `${file}.takeover`;
  if (!(await isStale(file))) return;
  if (!(await createOnce(guard, ''))) {
    await removeOldGuard(guard);
    return;
  }
  try {
    // A lock that was released meanwhile may be created again at any moment, so only one that was read is removed.
    if (await isStale(file)) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Creates a file with its content atomically. Returns whether it did not exist. */
async function createOnce(file: string, content: string): Promise<boolean> {
  const temporary = temporaryName(file);
  await writeFile(temporary, content);
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns whether there is a lock of a dead process, or an incomplete one. Throws `LockHeld` if its process is alive. */
async function isStale(file: string): Promise<boolean> {
  const text = await readIfThere(file);
  const holder = parseHolder(text);
  if (holder === undefined || !(await isAlive(holder))) return text !== undefined;
  throw new LockHeld(
    `Another publish is running (process ${holder.pid}, since ${holder.since}). Wait for it, then publish again.`,
  );
}

async function removeOldGuard(guard: string): Promise<void> {
  const found = await stat(guard).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > takeoverMilliseconds) await rm(guard, { force: true });
  await pause(20);
}

async function readHolder(file: string): Promise<Holder | undefined> {
  return parseHolder(await readIfThere(file));
}

/** Returns `undefined` if there is no lock, or only an incomplete one. */
function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return text === undefined ? undefined : parseChecked(holder, text, 'The lock');
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  return isProcess(holder.pid) && holder.started === (await startTimeOf(holder.pid));
}

/** Returns the start time of a process on Linux; `undefined` on other systems. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}
