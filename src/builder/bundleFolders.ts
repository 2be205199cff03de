import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const keptBundles = 3;

/** Returns the folder of the bundle of a state of the code. */
export function bundleFolder(bundles: string, code: string): string {
  return join(bundles, nameOf(code));
}

/** Returns the folder of Node’s compile cache for that code. */
export function compiledFolder(bundles: string, code: string): string {
  return join(bundles, `${nameOf(code)}-compiled`);
}

/**
 * Removes all bundles but the last used ones, with their compile caches, and unfinished bundles that are older than
 * `minutes`, whose processes were killed.
 */
export async function forgetOldBundles(
  bundles: string,
  code: string,
  minutes: number,
): Promise<void> {
  const current = nameOf(code);
  const aged = await Promise.all(
    (await readdir(bundles)).map(async (name) => {
      // Another process may remove it at this moment.
      const found = await stat(join(bundles, name)).catch(() => undefined);
      return { name, used: found?.mtimeMs ?? 0 };
    }),
  );
  const others = aged.filter(({ name }) => /^[0-9a-f]{24}$/.test(name) && name !== current);
  const old = others.toSorted((a, b) => b.used - a.used).slice(keptBundles - 1);
  const latest = Date.now() - minutes * 60_000;
  const left = aged.filter(({ name, used }) => name.startsWith('making-') && used < latest);
  for (const { name } of [...old, ...left]) {
    await rm(join(bundles, name), { recursive: true, force: true });
    await rm(join(bundles, `${name}-compiled`), { recursive: true, force: true });
  }
}

function nameOf(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 24);
}
