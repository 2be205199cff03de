import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { folderId } from '#server/db/instanceLock.ts';
import { type CommandCase, commandCases, readingCases } from './commandCases.ts';
import { hostile, storeHostileRows } from './hostileRows.ts';
import { type OperatedServer, startOperatedServer } from './operatedServer.ts';

export type HostileServer = OperatedServer & {
  /** Runs of every command. */
  cases: Record<string, CommandCase[]>;
  /** Those of commands that only read. */
  reading: Record<string, CommandCase[]>;
};

/** A server with hostile texts in its rows and files, and runs of all commands that print them. */
export async function startHostileServer(): Promise<HostileServer> {
  const server = await startOperatedServer({ sharesData: true });
  const { dataDir } = server.platform.config;
  const rows = await storeHostileRows(server.database, { site: await folderId(dataDir) });
  await writeHostileFiles(dataDir);
  const file = await server.folder.write(
    'gpts.jsonl',
    [{ id: `new${hostile}`, name: hostile }, { id: 'no name' }]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  await runMigrations({ connectionString: server.database.url });
  const cases = commandCases(rows, join(file, '..'));
  return { ...server, cases, reading: readingCases(rows, `evil${hostile}`) };
}

/** Corrected texts and a collection, as an operator may have copied them from anywhere. */
async function writeHostileFiles(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'messages/en'), { recursive: true });
  await writeFile(
    join(dataDir, 'messages/en/home.json'),
    JSON.stringify({ heading: `Heading${hostile}`, [`key${hostile}`]: 'x' }),
  );
  await mkdir(join(dataDir, 'collections'), { recursive: true });
  await writeFile(
    join(dataDir, 'collections/mine.md'),
    `---\ndate: 2026-01-01\nauthor: "Author${hostile.replaceAll('\r\n', ' ')}"\nids: []\n---\n\n# en: Title\n\nText\n`,
  );
  await writeFile(join(dataDir, 'collections/wrong.md'), `---\n${hostile}\n---\n`);
}
