import { join } from 'node:path';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** The current step of a build. Steps with a count are reported as they progress. */
export type BuildStep =
  | { step: 'plan' | 'bundle' | 'store' }
  | { step: 'render' | 'images'; done: number; all: number };

/** The input of the build process, in its environment variable `BUILD_JOB`. The process waits for the order `begin`. */
const buildJob = z.object({
  site: z.custom<SiteFolder>(isSiteFolder),
  /** The folder of Astro’s bundles, inside the project. */
  bundles: z.string(),
  /** A digest of the code of the pages. */
  code: z.string(),
  /** Renders everything again, instead of reusing files of the previous release. */
  full: z.boolean(),
  /** The time of the release (ISO). */
  now: z.string(),
  /** Whether pages may be compressed fast, because they will be compressed again later (`recompressContents.ts`). */
  compressLater: z.boolean(),
});

export type BuildJob = z.output<typeof buildJob>;

/** Returns the job of a build process. Throws if the server that started it has another version. */
export function parseBuildJob(text: string): BuildJob {
  return parseChecked(buildJob, text, 'BUILD_JOB');
}

function isSiteFolder(value: unknown): boolean {
  const paths = new Map(Object.entries(value ?? {}));
  return Object.keys(siteFolder('')).every((name) => typeof paths.get(name) === 'string');
}

export type BuildOutcome = {
  kind: 'built' | 'unchanged';
  release: { id: string; created: string };
  counts: { pages: number; rendered: number; removed: number; images: number };
  /** Seconds of each step, and of some parts of steps. */
  seconds: Readonly<Record<string, number>>;
  peakBytes: number;
};

/** Messages of the build process to the server. */
export type BuildMessage =
  | { kind: 'step'; step: BuildStep }
  /** A problem for the operator that does not stop the publish. */
  | { kind: 'note'; text: string }
  | { kind: 'end'; outcome: BuildOutcome }
  | { kind: 'failed'; reason: string };

/**
 * Messages of the server to the build process: `begin` when all input is there, `switched` when the release is served.
 */
export type BuildOrder = { kind: 'begin' | 'switched' };

/** Returns the paths of the input and output files of a job. */
export function buildFiles({ work }: Pick<SiteFolder, 'work'>) {
  return {
    /** Lines from the API: a whole snapshot, or the changes. Missing if nothing changed. */
    lines: join(work, 'lines.ndjson'),
    /** The snapshot with these lines applied. */
    snapshot: join(work, 'snapshot.ndjson'),
    /** The operator’s own files. */
    own: join(work, 'own'),
    release: join(work, 'release.json'),
    built: join(work, 'built.json'),
  };
}
