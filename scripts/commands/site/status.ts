import { dayOf } from '#domain/dates.ts';
import { offerDays } from '#domain/pricing/offerDays.ts';
import { sentenceOfStep } from '#server/services/publishing/progress.ts';
import type { StoredRelease } from '#server/services/publishing/status/releaseSizes.ts';
import type { RunStatus, SiteStatus } from '#server/services/publishing/status/readStatus.ts';
import { oneLine } from '../terminal.ts';

/** Returns the status of a site as lines for a terminal. */
export function statusLines(status: SiteStatus, now: Date): string[] {
  const { releases, waiting, failures, pause } = status;
  return [
    servedLine(releases, status.snapshot),
    ...(pause
      ? [
          `Paused     automatic publishes, since the rollback from ${pause.from} at ${timeOf(pause.since)}; dolores site resume`,
        ]
      : []),
    ...runningLines(status),
    ...waiting.map((run) => waitingLine(run, now)),
    ...(waiting.length === 0 ? ['Waits      nothing'] : []),
    ...nextLines(status, now),
    ...(failures.length === 0 ? [] : ['Failed last']),
    ...failures.map(failureLine),
    ...(releases.length === 0 ? [] : ['Kept releases']),
    ...releases.map(releaseLine),
  ];
}

function servedLine(releases: readonly StoredRelease[], snapshot: string | undefined): string {
  const served = releases.find(({ isServed }) => isServed);
  if (served === undefined) return 'Served     nothing from this data folder yet';
  const { id, created, pages } = served;
  const from = snapshot === undefined ? '' : `, from snapshot ${oneLine(snapshot)}`;
  return `Served     ${id}, made ${timeOf(created)}, ${pages} pages${from}`;
}

function runningLines({ running, publisher }: SiteStatus): string[] {
  if (publisher === undefined && running.length === 0) return ['Runs       nothing'];
  const [run] = running;
  const who = run === undefined ? 'by hand or at the start of the server' : requestersOf(run);
  const since = timeOf(publisher?.since ?? run?.started ?? '');
  const pid = publisher === undefined ? '' : ` in process ${publisher.pid}`;
  const progress = publisher?.progress;
  const step =
    progress === undefined
      ? []
      : [`           ${sentenceOfStep(progress.step, progress.secondsLeft)}`];
  return [`Runs       a publish${pid} since ${since}, ${who}`, ...step];
}

function waitingLine(run: RunStatus, now: Date): string {
  const seconds = Math.round((Date.parse(run.due) - now.getTime()) / 1_000);
  const when = seconds <= 0 ? 'now' : `in ${seconds} s`;
  const attempt = run.attempt === 1 ? '' : `, try ${run.attempt}`;
  return `Waits      a publish, due ${when}${attempt}, ${requestersOf(run)}`;
}

/** The next day on which an offer changes, and how long the last publish took. */
function nextLines({ last }: SiteStatus, now: Date): string[] {
  const day = offerDays().find((each) => each > dayOf(now));
  const took = last && secondsOf(last);
  return [
    ...(took === undefined ? [] : [`Took       ${took} s, the last publish`]),
    ...(day === undefined
      ? []
      : [`Next       every page, on ${day}: a promotion or price changes`]),
  ];
}

/** Returns how long a publish took, in seconds. */
export function secondsOf({ started, ended }: RunStatus): number | undefined {
  if (started === null || ended === null) return undefined;
  return Math.max(Math.round((Date.parse(ended) - Date.parse(started)) / 1_000), 1);
}

function failureLine(run: RunStatus): string {
  const when = timeOf(run.ended ?? run.created);
  return `  ${when}  ${oneLine(run.reason ?? 'for no known reason')} (${requestersOf(run)})`;
}

function releaseLine({ id, isServed, pages, files, bytes, ownBytes }: StoredRelease): string {
  const mark = isServed ? '→' : ' ';
  const sizes = `${megabytes(bytes)}, ${megabytes(ownBytes)} of it its own`;
  return `${mark} ${id}  ${pages} pages, ${files} files, ${sizes}`;
}

/** Returns who requested a run, such as `asked for by gpts hide, GitHub (5 times)`. */
function requestersOf({ askedBy, asks }: RunStatus): string {
  const times = asks > askedBy.length ? ` (${asks} times)` : '';
  return `asked for by ${askedBy.map(oneLine).join(', ')}${times}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function timeOf(iso: string): string {
  return Number.isNaN(Date.parse(iso)) ? 'unknown' : new Date(iso).toISOString().slice(0, 19) + 'Z';
}
