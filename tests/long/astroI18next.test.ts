import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { publish } from '#server/services/publishing/publish.ts';
import { readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { siteOperator } from '../fixtures/siteOperator.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';
import { smallCatalogue, snapshotLines } from '../setup/catalogueSteps.ts';
import { copyProject } from '../setup/projectCopy.ts';
import { Random } from '../setup/random.ts';

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-astro-i18next-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  delete process.env['BLOG_FOLDER'];
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Publishes a few GPTs with a copy of the project in which a file was edited; returns the paths of the release. */
async function publishEdited(
  file: string,
  edit: (text: string) => string,
): Promise<readonly string[]> {
  const project = await copyProject(await newFolder());
  const path = join(project, file);
  const text = await readFile(path, 'utf8');
  const edited = edit(text);
  expect(edited).not.toBe(text);
  await writeFile(path, edited);
  const dataDir = await newFolder();
  const blog = await newFolder();
  process.env['BLOG_FOLDER'] = blog;
  const catalogue = smallCatalogue(blog, new Random(1), 2);
  const { release } = await publish({
    config: { dataDir, publicUrl: siteOrigin, operator: siteOperator, startingCredits: 10 },
    snapshot: async function* () {
      yield* snapshotLines(catalogue);
    },
    project,
    progress: () => undefined,
  });
  const { files } = await readRelease(siteFolder(dataDir), release.id);
  return Object.keys(files);
}

describe('astro-i18next', () => {
  it('gives the pages their messages: without it no page can be rendered', async () => {
    const withoutIntegration = (text: string) => text.replace(/^\s*i18next\(\{.*\n/m, '');
    await expect(publishEdited('astro.config.mjs', withoutIntegration)).rejects.toThrow(
      /astro-i18next is missing/,
    );
  });

  it('gives the site its languages: a language that is missing in its configuration has no page', async () => {
    const paths = await publishEdited('astro-i18next.config.ts', (text) =>
      text.replace("'ko', 'de'", "'ko'"),
    );
    expect(paths).toContain('/fr/pricing');
    expect(paths.filter((path) => path.startsWith('/de'))).toEqual([]);
  });
});
