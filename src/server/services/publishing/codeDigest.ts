import { createHash, hash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { checkedCorrections } from '#server/services/messages/checkedCorrections.ts';
import { type SiteConfig, siteEnvironment } from '#server/services/publishing/siteConfig.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { collectionsText } from '#server/services/publishing/ownCollections.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';

/** The code of the pages: if it changes, every page may change. Views and messages have digests of their own. */
const code = ['astro.config.mjs', 'astro-i18next.config.ts', 'package-lock.json', 'public', 'src'];

/** Files of `src` that have digests of their own or do not affect pages. All other folders count, also new ones. */
const notCode = /^src\/(?:server|content)\/|^src\/i18n\/\w+\/\w+\.json$/;

/** The other inputs of pages, except the snapshot. */
const folders = ['i18n', 'content/blog', 'content/help', 'content/collections', 'content/policies'];
const texts = folders.map(inSource);

/**
 * Returns a digest of the code in `project` that renders the site, and of the version of Node, whose `Intl` formats dates
 * and sorts names.
 */
export async function codeDigest(project: string = projectFolder()): Promise<string> {
  const files = await digestOf(project, code, (file) => !notCode.test(file));
  return hash('sha256', `${process.version}\n${files}`, 'base64url');
}

/**
 * Returns a digest of all inputs of the site except the snapshot: configuration, texts and code, whose digest may be
 * passed. Throws errors in corrected messages and in the operator's files.
 */
export async function inputDigest(
  config: SiteConfig,
  project: string = projectFolder(),
  knownCode?: string,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(siteEnvironment(config)));
  for (const [path, content] of await operatorFiles(config.operator)) {
    hash.update(path).update('\0').update(content);
  }
  for (const [file, texts] of checkedCorrections(config).texts) {
    hash
      .update(file)
      .update('\0')
      .update(JSON.stringify([...texts]));
  }
  hash.update(collectionsText(config));
  const given = process.env['BLOG_FOLDER'];
  if (given) hash.update(await digestOf(project, [given]));
  return hash
    .update(knownCode ?? (await codeDigest(project)))
    .update(await digestOf(project, texts))
    .digest('base64url');
}

/** Reads synchronously: for a thousand small files this takes a tenth of the time of asynchronous reads. */
async function digestOf(
  project: string,
  sources: readonly string[],
  isIncluded: (file: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = filesOf(resolve(project, source)).map((file) => relative(project, file));
    for (const [index, file] of files.filter(isIncluded).entries()) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(resolve(project, file)));
      // Lets the server handle other requests.
      if (index % 100 === 0) await yieldToRequests();
    }
  }
  return hash.digest('base64url');
}

function filesOf(path: string): string[] {
  // A missing file throws when it is read.
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function inSource(folder: string): string {
  return join('src', folder);
}
