import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs one statement over a connection of its own. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Repeats a statement until the server takes connections again. */
export async function queryWhenBack(url: string, text: string): Promise<unknown[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      return await query(url, text);
    } catch {
      await wait(50);
    }
  }
  throw new Error('PostgreSQL did not come back within 10 s');
}

/** The folder of the socket that a connection string names. */
export function socketFolder(url: string): string {
  return new URL(url).searchParams.get('host') ?? '';
}

/** Replaces a file at once: no reader sees a part of it. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Gives a file of a postmaster the number of another process. */
export async function borrowNumber(file: string, pid: number): Promise<void> {
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.replace(/^\d+/, String(pid)));
}

/** Removes a database that was moved out of its data folder. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const named = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => '');
  if (named.startsWith('/var/lib/dolores-')) {
    await rm(named.trim(), { recursive: true, force: true });
  }
}
