import { setTimeout as pause } from 'node:timers/promises';
import { sentenceOfStep } from '#server/services/publishing/progress.ts';
import type { WaitingRun } from '#server/db/queries/publishRuns.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { resumePublishing } from '#server/services/publishing/shared/followRelease.ts';
import { isSiteAttended } from '#server/services/publishing/queue/registerSite.ts';
import {
  type RunStatus,
  findRun,
  readPublisher,
} from '#server/services/publishing/status/readStatus.ts';
import { serverAddress } from '#server/services/publishing/serverAddress.ts';
import { siteFolder } from '#release/siteFolder.ts';
import type { CorePlatform } from '#server/context.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { progressLine } from '../progress.ts';
import { secondsOf } from './status.ts';

type Options = { full: boolean; wait: boolean };

const pollMilliseconds = 300;

/** Requests a publish and follows it to its end. */
export async function publishSite({ full, wait }: Options): Promise<void> {
  await asOperator(async (operator) => {
    const { config, database } = operator;
    const ask = { by: 'site publish', isAutomatic: false, isFull: full };
    const runs = await requestPublish(database.query, ask);
    // After the request: otherwise a waiting automatic run would start before it could be merged with this one.
    await resumePublishing(config);
    if (runs.length === 0) {
      const isServing = (await serverAddress(config.dataDir)) !== undefined;
      throw new Error(
        isServing
          ? 'The server that runs here takes no publishes: it is still starting, or was started with PUBLISH_AT_START=no. Publish with: npm run publish-site'
          : 'No server has served a site from this database yet: npm run publish-site',
      );
    }
    await writeAudit(database.query, 'site.publish', 'site', { full });
    console.log('A publish has been asked for.');
    const ended: PublishOutcome[] = [];
    for (const run of runs) ended.push(wait ? await follow(operator, run) : toWaiting(run));
    printResult({ runs: ended }, () => undefined);
  });
}

/** A run at its end, or as it was last seen. `state` is `joined` if it became part of another run. */
type PublishOutcome = Pick<RunStatus, 'id' | 'siteId' | 'releaseId' | 'pages' | 'reason'> & {
  state: RunStatus['state'] | 'joined';
};

function toWaiting({ id, siteId }: WaitingRun): PublishOutcome {
  return { id, siteId, state: 'waiting', releaseId: null, pages: null, reason: null };
}

function toOutcome({ id, siteId, state, releaseId, pages, reason }: RunStatus): PublishOutcome {
  return { id, siteId, state, releaseId, pages, reason };
}

/** Follows a run to its end, prints that, and returns it. */
async function follow(operator: CorePlatform, requested: WaitingRun): Promise<PublishOutcome> {
  const { id, siteId } = requested;
  const { query } = operator.database;
  const site = siteFolder(operator.config.dataDir);
  const line = progressLine();
  let printedState = '';
  for (;;) {
    const run = await findRun(query, id);
    if (run === undefined || run.ended !== null) {
      line.clear();
      printEnd(run);
      return run ? toOutcome(run) : { ...toWaiting(requested), state: 'joined' };
    }
    if (run.state === 'waiting' && !(await isSiteAttended(query, siteId))) {
      line.clear();
      console.log('No server runs now: the next one that starts publishes.');
      return toOutcome(run);
    }
    const text = await stateOf(run, site);
    line.show(() => text);
    // Without a terminal, each state is printed as a line.
    if (!process.stderr.isTTY && run.state !== printedState) console.log(text);
    printedState = run.state;
    await pause(pollMilliseconds);
  }
}

async function stateOf(run: RunStatus, site: ReturnType<typeof siteFolder>): Promise<string> {
  const progress = (await readPublisher(site))?.progress;
  if (progress !== undefined) {
    return run.state === 'running'
      ? sentenceOfStep(progress.step, progress.secondsLeft)
      : `Waiting for the publish before: ${sentenceOfStep(progress.step, progress.secondsLeft)}`;
  }
  return run.state === 'running' ? 'Publishing' : 'Waiting';
}

function printEnd(run: RunStatus | undefined): void {
  if (run === undefined) {
    console.log('It was joined to another one that waits: dolores site status');
    return;
  }
  if (run.state === 'published') {
    const seconds = secondsOf(run);
    const took = seconds === undefined ? '' : ` in ${seconds} s`;
    console.log(`Published release ${run.releaseId} with ${run.pages} pages${took}.`);
  } else if (run.state === 'unchanged') {
    console.log(`Nothing changed since release ${run.releaseId}.`);
  } else {
    console.error(`It failed, and the served release stays: ${run.reason}`);
    process.exitCode = 1;
  }
}
