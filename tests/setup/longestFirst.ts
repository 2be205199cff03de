import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, because most of them wait for processes. Vitest starts the largest files first in a clone that
 * has no durations yet, and the end of a run would wait for a small file that takes long.
 */
const longest = [
  'paymentCases',
  'media',
  'paymentMix',
  'embedded',
  'aiSearch',
  'mediaEndings',
  'planChanges',
  'attachments',
  'openapi',
  'sharingReviews',
  'searchLists',
  'orderRefunds',
  'historySources',
  'sharing',
  'planMails',
  'paymentEvents',
  'rankingFreeze',
  'planDowngrades',
  'guessing',
  'badAddresses',
  'recovery',
  'fullDisk',
  'mediaKills',
  'reaper',
  'conversationImportLimits',
  'lostDatabase',
  'shutdown',
  'recompression',
  'answerQueue',
  'mediaDownloads',
  'mediaMix',
  'demo',
];

/** Starts the files that take longest before the others, whose order stays. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer is not an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = longest.indexOf(basename(moduleId, '.test.ts'));
  return index === -1 ? longest.length : index;
}
