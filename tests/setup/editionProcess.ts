import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SiteFolder } from '#release/siteFolder.ts';
import { siteFolder } from '#release/siteFolder.ts';

const script = fileURLToPath(new URL('../fixtures/editionPublisher.ts', import.meta.url));

export type Victim = 'publisher' | 'builder' | 'both';

/** When a publish is killed: so many milliseconds after it has said a line, or after it has put a file into its place. */
export type Moment = { after: RegExp | 'built' | 'manifest' | 'current'; milliseconds: number };

export type Ended = {
  /** The exit code, or the signal that ended it. */
  end: number | string;
  output: string;
  /** Whether the kill came before its end. */
  wasKilled: boolean;
  /** The number of its building process, if it had one. */
  builder: number | undefined;
};

/** Publishes an edition in a process of its own to its end, or until it is killed. */
export async function publishEdition(
  dataDir: string,
  edition: string,
  kill?: { moment: Moment; victim: Victim },
): Promise<Ended> {
  const child = spawn(process.execPath, [script, dataDir, edition], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listen of listeners) listen();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const closed = once(child, 'close');
  const builder = () => Number(/builder (\d+)/.exec(output)?.[1] ?? 0) || undefined;
  let wasKilled = false;
  const stopWatching =
    kill &&
    whenReached(
      siteFolder(dataDir),
      kill.moment.after,
      listeners,
      () => output,
      () => {
        void pause(kill.moment.milliseconds).then(() => {
          wasKilled = child.exitCode === null;
          if (kill.victim !== 'builder') child.kill('SIGKILL');
          const number = builder();
          if (kill.victim !== 'publisher' && number !== undefined)
            wasKilled &&= killProcess(number);
        });
      },
    );
  await closed;
  stopWatching?.();
  return {
    end: child.exitCode ?? child.signalCode ?? 'nothing',
    output,
    wasKilled,
    builder: builder(),
  };
}

/** Whether a process runs; a zombie process does not. */
export function isRunning(number: number): boolean {
  try {
    return process.kill(number, 0);
  } catch {
    return false;
  }
}

function killProcess(number: number): boolean {
  try {
    return process.kill(number, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Calls `reached` once. Returns a function that stops waiting for it. */
function whenReached(
  site: SiteFolder,
  after: Moment['after'],
  listeners: Set<() => void>,
  output: () => string,
  reached: () => void,
): () => void {
  let isReached = false;
  const once = () => {
    if (!isReached) reached();
    isReached = true;
  };
  if (after instanceof RegExp) {
    const listen = () => {
      if (after.test(output())) once();
    };
    listeners.add(listen);
    return () => listeners.delete(listen);
  }
  const folders = { built: site.built, manifest: site.releases, current: site.root };
  const watcher = watch(folders[after], (_event, name) => {
    if (after === 'current' ? name === 'current' : name?.endsWith('.json')) once();
  });
  return () => watcher.close();
}
