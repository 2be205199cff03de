import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { describeDatabase } from '#server/db/describeDatabase.ts';
import { UsageError } from '#server/errors.ts';
import {
  type ServerRecord,
  findServers,
  recordedSettings,
  sharedSettings,
} from '#server/services/operation/runningServers.ts';

/** The servers that ran when the command began. */
let servers: readonly ServerRecord[] = [];
/** The one whose data folder the command took, because it had none of its own. */
let taken: ServerRecord | undefined;

const usualFolder = '.data';

type SharedVariable = keyof typeof sharedSettings;

const sharedVariables = Object.keys(sharedSettings) as SharedVariable[];

/**
 * Lets a command without `DATA_DIR` use the data folder of the server that runs from the same code. Throws a usage error
 * if there are several.
 */
export async function useRunningServer(environment: NodeJS.ProcessEnv): Promise<void> {
  servers = await findServers(environment);
  taken = environment['DATA_DIR']?.trim() ? undefined : chosenOf(servers);
  if (taken) environment['DATA_DIR'] = taken.data_dir;
}

/** Returns which server a command found, for its first line; empty if it was told its data folder. */
export function foundNote(): string {
  return taken === undefined ? '' : `, found by the server that runs (process ${taken.pid})`;
}

/**
 * Returns a configuration as the server of the same data folder knows it. Throws a usage error if a command without
 * `DATABASE_URL` would speak to the embedded database, while that server uses another, or if `refuseOtherSettings` does.
 */
export function besideServer(config: Config): Config {
  const server = serverOf(config);
  if (server === undefined) return config;
  if (config.databaseUrl === undefined && !server.embedded) {
    throw new UsageError(
      `The server that runs (process ${server.pid}) uses the ${server.database}: name it with --env-file or DATABASE_URL.`,
    );
  }
  refuseOtherSettings(config);
  return { ...config, production: config.production || server.production };
}

/**
 * Throws a usage error if the running server has another `SECRET`, media store or folder of the operator: the codes that the
 * command issues would be worthless, and the files that it reads would be others. `variables` are those that it needs.
 */
export function refuseOtherSettings(
  config: Config,
  variables: readonly SharedVariable[] = sharedVariables,
): void {
  const server = serverOf(config);
  if (server === undefined) return;
  const own = recordedSettings(config);
  const others = variables.filter((name) => {
    const field = sharedSettings[name];
    return own[field] !== server[field];
  });
  if (others.length === 0) return;
  throw new UsageError(
    `The server that runs (process ${server.pid}) has another ${others.join(', ')}: give the file of its variables with --env-file. Nothing was changed.`,
  );
}

/** Returns what an operator must know of the server of the same data folder; `undefined` for nothing. */
export function differenceOf(config: Config): string | undefined {
  const server = serverOf(config);
  if (server === undefined || (server.embedded && config.databaseUrl === undefined)) {
    return undefined;
  }
  if (server.database === describeDatabase(config)) return undefined;
  return `The server of this data folder uses another address: ${server.database}`;
}

/**
 * Throws a usage error if the running server sends mail, and this command would not. Neither sends any on a restored
 * copy, whose configuration has no mail server.
 */
export function refuseLostMail(config: Config): void {
  if (config.isRestoredCopy || config.smtpUrl !== undefined || !serverOf(config)?.smtp) return;
  throw new UsageError(
    'The server that runs sends mail by SMTP, and this command has no SMTP_URL: give the file of its variables with --env-file.',
  );
}

function serverOf({ dataDir }: Config): ServerRecord | undefined {
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return servers.find((server) => server.data_dir === folder);
}

function chosenOf(running: readonly ServerRecord[]): ServerRecord | undefined {
  const usual = resolve(usualFolder);
  const isUsual = ({ data_dir: folder }: ServerRecord) => folder === usual;
  // Servers of the usual folder are found without this.
  if (running.some(isUsual)) return undefined;
  const candidates = running.filter(({ demo }) => !demo || !existsSync(usual));
  const folders = new Set(candidates.map(({ data_dir: folder }) => folder));
  if (folders.size > 1) {
    const names = [...folders].toSorted().map((folder) => `\n  DATA_DIR=${folder}`);
    throw new UsageError(`Several servers run here. Say which one you mean:${names.join('')}`);
  }
  return candidates[0];
}
