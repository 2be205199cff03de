import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { steps, takeStep } from '../setup/catalogueSteps.ts';
import { copyProject, editLayout, editMessage } from '../setup/projectCopy.ts';
import {
  newFolder,
  openPublishedSite,
  publishSite,
  removeFolders,
  servedBy,
  servedByNew,
  textOf,
} from '../setup/publishedSite.ts';

afterAll(removeFolders);

const sequences = 4;
const gpts = 5;
const seed = Number(process.env['INCREMENTAL_SEED'] ?? Date.now() % 1_000_000);

describe('incremental publishes', () => {
  it(`end with the release of a full publish, for any changes (INCREMENTAL_SEED=${seed})`, async () => {
    // Each array is what happens between two publishes.
    const happened = fc.array(
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 5 }),
      { minLength: 2, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(happened, fc.nat(1_000_000), async (publishes, catalogueSeed) => {
        const { catalogue, dataDir, first } = await openPublishedSite(catalogueSeed, gpts);
        let last = first;
        for (const names of publishes) {
          for (const name of names) await takeStep(catalogue, name);
          last = await publishSite(catalogue, dataDir);
        }
        expect(servedBy(last.manifest)).toEqual(await servedByNew(catalogue));
      }),
      { numRuns: sequences, seed, endOnFailure: true },
    );
  }, 900_000);

  it('show a message and a layout that were edited in the code, as a full publish does', async () => {
    // Its bundle is that of the project that this one is a copy of, until something is edited.
    const project = await copyProject(await newFolder());
    const { catalogue, dataDir } = await openPublishedSite(seed, gpts, { project });
    await editMessage(project);
    const { manifest } = await publishSite(catalogue, dataDir, { project });
    expect(await textOf(dataDir, manifest, '/de')).toContain('GPT finden!');
    for (let changes = 0; changes < 6; changes += 1) await takeStep(catalogue);
    await editLayout(project);
    const edited = (await publishSite(catalogue, dataDir, { project })).manifest;
    expect(await textOf(dataDir, edited, '/de')).toContain('<body data-edited');
    expect(servedBy(edited)).toEqual(await servedByNew(catalogue, { project }));
  }, 300_000);
});
