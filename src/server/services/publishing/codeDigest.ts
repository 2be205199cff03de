import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';
import {
  type SiteConfig,
  projectFolder,
  siteEnvironment,
} from '#server/services/publishing/renderSite.ts';

/** Everything besides the snapshot that pages are made of. */
const sources = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public',
  ...['catalog', 'components', 'contract', 'domain', 'elements', 'i18n', 'islands', 'layouts'].map(
    inSource,
  ),
  ...['pages', 'stores', 'styles', 'content/blog', 'content/policies'].map(inSource),
];

/** A digest of the code and the configuration that render the site: another one means that every page may differ. */
export async function codeDigest(config: SiteConfig): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(siteEnvironment(config)));
  for (const [path, content] of await operatorFiles(config.operator)) {
    hash.update(path).update('\0').update(content);
  }
  for (const source of sources) {
    for (const file of await filesOf(join(projectFolder(), source))) {
      hash
        .update(file.slice(projectFolder().length))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('base64url');
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function inSource(folder: string): string {
  return join('src', folder);
}
