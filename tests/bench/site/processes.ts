import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The API of a catalogue: its address, and a function that changes its data. */
export type SnapshotApi = {
  url: string;
  /** Runs a statement and returns how many rows it concerned. */
  change(sql: string): Promise<number>;
  close(): Promise<void>;
};

export type PlainBuild = { bundling: number; rendering: number; peakBytes: number };

export async function startSnapshotApi(dataDir: string, token: string): Promise<SnapshotApi> {
  const child = start('snapshotApi.ts', { DATA_DIR: dataDir, OPERATOR_TOKEN: token });
  const { url } = await answerOf<{ url: string }>(child);
  return {
    url,
    change: async (sql) => {
      child.send({ sql });
      return (await answerOf<{ rows: number }>(child)).rows;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.send({ end: true });
      await ended;
    },
  };
}

/** `environment` names the snapshot and other inputs of the pages. */
export async function buildPlainly(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<PlainBuild> {
  const child = start('plainBuild.ts', { ...environment, PLAIN_FOLDER: folder });
  return answerOf<PlainBuild>(child);
}

function start(name: string, environment: Readonly<Record<string, string>>): ChildProcess {
  return fork(fileURLToPath(new URL(name, import.meta.url)), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${code} before it answered`);
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  return answer;
}
