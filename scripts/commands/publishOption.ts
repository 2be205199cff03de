import type { Command } from 'commander';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import { siteFolder } from '#release/siteFolder.ts';
import type { Operator } from './operator.ts';

/** What commands that change public data are told on the command line. */
export type PublishOption = { publish: boolean };

/** Adds `--no-publish` to a command that changes public data. */
export function withPublishOption(command: Command): Command {
  return command.option('--no-publish', 'do not ask for a publish of the site');
}

/** Asks for a publish because of a command, unless it was told not to. Returns a sentence for the terminal. */
export async function askBecause(
  { config, database }: Operator,
  by: string,
  { publish }: PublishOption,
): Promise<string> {
  if (!publish) return 'No publish has been asked for: dolores site publish does.';
  const runs = await askForPublish(database.query, { by, isAutomatic: true });
  if (runs.length === 0) return 'The site shows it when a server publishes: npm run publish-site';
  const pause = await readPause(siteFolder(config.dataDir));
  if (pause === undefined) return 'A publish has been asked for.';
  return 'A publish has been asked for, and waits since the rollback until: dolores site resume';
}
