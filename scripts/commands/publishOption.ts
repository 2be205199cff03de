import type { Command } from 'commander';
import { requestPublish as requestRuns } from '#server/services/publishRequests/requestPublish.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import { siteFolder } from '#release/siteFolder.ts';
import type { CorePlatform } from '#server/context.ts';

/** The option of commands that change public data. */
export type PublishOption = { publish: boolean };

/** Adds the option `--no-publish` to a command. */
export function withPublishOption(command: Command): Command {
  return command.option('--no-publish', 'do not ask for a publish of the site');
}

/** Requests a publish after a change, unless `--no-publish` is set. Returns a sentence for the terminal. */
export async function requestPublish(
  { config, database }: CorePlatform,
  by: string,
  { publish }: PublishOption,
): Promise<string> {
  if (!publish) return 'No publish has been asked for: dolores site publish does.';
  const runs = await requestRuns(database.query, { by, isAutomatic: true });
  if (runs.length === 0) return 'The site shows it when a server publishes: npm run publish-site';
  const pause = await readPause(siteFolder(config.dataDir));
  if (pause === undefined) return 'A publish has been asked for.';
  return 'A publish has been asked for, and waits since the rollback until: dolores site resume';
}
