import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDescription } from '#builder/astroAdapter.ts';
import { bundleFolder, forgetOldBundles } from '#builder/bundleFolders.ts';
import { isThere } from '#release/siteFolder.ts';

/**
 * Astro’s bundle of all pages, and its assets. Made once for each state of the code, by `astro build` without pages,
 * because bundling takes most of the time of a small build and does not depend on the catalogue.
 */
export type Bundle = {
  folder: string;
  /** The folder of the files for browsers, with the paths under which they are served. */
  assets: string;
};

const bundleAssets = 'assets';

const timeLimitMinutes = 10;
const keptOutputCharacters = 4_000;

/** The environment variables that bundling needs. */
const environmentNames = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'];

/**
 * Returns the bundle of the current code, and makes it if it does not exist. `bundlesFolder` must be inside the
 * project, because the code of the pages resolves its packages from there. Throws with the end of Astro’s output if
 * bundling fails.
 */
export async function ensureBundle(
  bundlesFolder: string,
  codeDigest: string,
  signal?: AbortSignal,
): Promise<Bundle> {
  const folder = bundleFolder(bundlesFolder, codeDigest);
  if (!(await isWhole(folder))) await makeBundle(bundlesFolder, folder, signal);
  // Records the time of use, because the last used bundles are kept.
  await utimes(folder, new Date(), new Date());
  await forgetOldBundles(bundlesFolder, codeDigest, 2 * timeLimitMinutes);
  return { folder, assets: join(folder, bundleAssets) };
}

function isWhole(folder: string): Promise<boolean> {
  return isThere(join(folder, bundleDescription));
}

/** Makes the bundle. If two processes make the same one, the first to finish gives it its name. */
async function makeBundle(parent: string, folder: string, signal?: AbortSignal): Promise<void> {
  const making = join(parent, `making-${randomUUID()}`);
  await mkdir(making, { recursive: true });
  try {
    await runAstro(making, signal);
    await rename(making, folder).catch(async (error: unknown) => {
      if (!(await isWhole(folder))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function runAstro(folder: string, signal?: AbortSignal): Promise<void> {
  const environment: NodeJS.ProcessEnv = {};
  for (const key of environmentNames) environment[key] = process.env[key];
  const child = fork(fileURLToPath(new URL('bundleMain.ts', import.meta.url)), {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      ...environment,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      BUNDLE_FOLDER: folder,
      ASSETS_FOLDER: join(folder, bundleAssets),
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    timeout: timeLimitMinutes * 60_000,
    signal,
  });
  let output = '';
  const take = (text: string) => {
    output = (output + text).slice(-keptOutputCharacters);
  };
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  const end = await new Promise<string | number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
  if (end === 0) return;
  const reason =
    end === 'SIGKILL'
      ? `it did not end within ${timeLimitMinutes} minutes`
      : `it ended with ${end}`;
  throw new Error(`Bundling the pages failed: ${reason}\nThe end of what it printed:\n${output}`);
}
