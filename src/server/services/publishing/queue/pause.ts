import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** The state after a rollback: automatic publishes wait until an operator publishes or resumes. */
export const publishPause = z.object({
  since: z.string(),
  /** The releases served before and after the rollback. */
  from: z.string(),
  to: z.string(),
});

export type PublishPause = z.output<typeof publishPause>;

type Site = Pick<SiteFolder, 'root'>;

/** Returns `undefined` if automatic publishes are not paused. */
export async function readPause(site: Site): Promise<PublishPause | undefined> {
  const text = await readIfThere(pauseFile(site));
  return text === undefined ? undefined : parseChecked(publishPause, text, pauseFile(site));
}

export async function pausePublishing(site: Site, pause: PublishPause): Promise<void> {
  await replaceFile(pauseFile(site), JSON.stringify(pause));
}

/** Ends the pause. Returns whether automatic publishes were paused. */
export async function endPause(site: Site): Promise<boolean> {
  const isPaused = (await readPause(site)) !== undefined;
  await rm(pauseFile(site), { force: true });
  return isPaused;
}

function pauseFile(site: Site): string {
  return join(site.root, 'paused.json');
}
