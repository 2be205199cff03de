import { expect, it } from 'vitest';
import type { BuildRecord } from '#builder/buildRecord.ts';
import { buildSite } from '#builder/buildSite.ts';
import { languageDigestsOf } from '#builder/digests.ts';
import { buildSettings } from '#catalog/buildSettings.ts';
import type { StoredRelease } from '#release/storedRelease.ts';
import { snapshotText } from '../../fixtures/snapshot.ts';

const reason = 'Bundling the pages failed';

it('throws the reason why pages could not be bundled, if it was found before planning', async () => {
  const failed = Promise.reject(new Error(reason));
  failed.catch(() => undefined);
  await expect(buildWith(failed)).rejects.toThrow(reason);
});

it('throws the reason why pages could not be bundled, if it is found during planning', async () => {
  const failing = new Promise<never>((_, reject) => {
    setImmediate(() => setImmediate(reject, new Error(reason)));
  });
  failing.catch(() => undefined);
  await expect(buildWith(failing)).rejects.toThrow(reason);
});

function buildWith(bundle: Promise<never>) {
  return buildSite({
    settings: buildSettings({}),
    snapshot: Buffer.from(snapshotText('2026-03-08', [])),
    store: '',
    recompressList: undefined,
    bundle,
    code: 'code',
    before: { release: everyFile as StoredRelease, built: noRecord as BuildRecord },
    ownFiles: new Map(),
    report: () => undefined,
  });
}

/** A release that has every file, so that no picture is drawn. */
const everyFile: Partial<StoredRelease> = { entry: () => '{}' };
const noRecord: Partial<BuildRecord> = {
  languageDigests: languageDigestsOf('other code'),
  siteDigest: '',
  groups: {},
  lines: {},
};
