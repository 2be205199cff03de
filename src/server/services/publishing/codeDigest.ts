import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { checkedCorrections } from '#server/services/messages/checkedCorrections.ts';
import { type SiteConfig, siteEnvironment } from '#server/services/publishing/siteConfig.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { collectionsText } from '#server/services/publishing/ownCollections.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';

/** The code of the pages: another one means that every page may differ. Views and messages have digests of their own. */
const code = ['astro.config.mjs', 'astro-i18next.config.ts', 'package-lock.json', 'public', 'src'];

/** Files of `src` that no page is rendered by. Each other folder counts, so that a new one is not forgotten. */
const notCode = /^src\/(?:server|content)\/|^src\/i18n\/\w+\/\w+\.json$/;

/** The other inputs of pages, besides the snapshot. */
const texts = ['i18n', 'content/blog', 'content/collections', 'content/policies'].map(inSource);

/** A digest of the code in `project` that renders the site. */
export async function codeDigest(project: string = projectFolder()): Promise<string> {
  return digestOf(project, code, (file) => !notCode.test(file));
}

/**
 * A digest of everything besides the snapshot that the site is made from: configuration, texts, and the code, whose own
 * digest may be told. Throws what is wrong with corrected messages and the operator's files.
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

/** A thousand small files: read one after the other without a pause between they take a tenth of the time. */
async function digestOf(
  project: string,
  sources: readonly string[],
  isMeant: (file: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = filesOf(resolve(project, source)).map((file) => relative(project, file));
    for (const [index, file] of files.filter(isMeant).entries()) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(resolve(project, file)));
      // A server that publishes has others to answer meanwhile.
      if (index % 100 === 0) await breath();
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
