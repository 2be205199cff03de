import { join } from 'node:path';
import type { SiteFolder } from '#release/siteFolder.ts';

/** The present step of a build; counted steps are reported with each piece. */
export type BuildStep =
  | { step: 'plan' | 'store' }
  | { step: 'render' | 'images'; done: number; all: number };

/** The input of the building process, in its environment as `BUILD_JOB`; it waits for the message to begin. */
export type BuildJob = {
  site: SiteFolder;
  /** The folder of Astro’s bundles, within the project. */
  bundles: string;
  /** A digest of the code of the pages. */
  code: string;
  /** Makes everything anew, whatever the release before has. */
  full: boolean;
  /** When the release is made (ISO). */
  now: string;
  /** Whether many pages may be compressed fast, because somebody compresses them again (`recompressContents.ts`). */
  compressLater: boolean;
};

export type BuildOutcome = {
  kind: 'built' | 'unchanged';
  release: { id: string; created: string };
  counts: { pages: number; rendered: number; removed: number; images: number };
  /** Seconds of each step, and of parts of them. */
  seconds: Readonly<Record<string, number>>;
  peakBytes: number;
};

/** Its messages to the server. */
export type BuildMessage =
  | { kind: 'step'; step: BuildStep }
  /** Problems that the operator should know and that do not stop the publish. */
  | { kind: 'note'; text: string }
  | { kind: 'end'; outcome: BuildOutcome }
  | { kind: 'failed'; reason: string };

/** The server's messages to it: all input is there; and, after the end, the release is served. */
export type BuildOrder = { kind: 'begin' | 'switched' };

/** Where a job finds what it needs, and puts what it made, while a publish runs. */
export function buildFiles({ work }: Pick<SiteFolder, 'work'>) {
  return {
    /** Lines from the API: a whole snapshot or what changed; absent when nothing did. */
    lines: join(work, 'lines.ndjson'),
    /** The snapshot with these lines applied. */
    snapshot: join(work, 'snapshot.ndjson'),
    /** The operator’s own files. */
    own: join(work, 'own'),
    release: join(work, 'release.json'),
    built: join(work, 'built.json'),
  };
}
