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
const code = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public',
  ...['builder', 'catalog', 'components', 'contract', 'domain', 'elements', 'i18n', 'islands'].map(
    inSource,
  ),
  ...['layouts', 'pages', 'release', 'stores', 'styles'].map(inSource),
];

/** What else pages are made of, besides the snapshot. */
const texts = ['i18n', 'content/blog', 'content/collections', 'content/policies'].map(inSource);

/** A digest of the code in `project` that renders the site. */
export async function codeDigest(project: string = projectFolder()): Promise<string> {
  return digestOf(project, code, (file) => !/i18n\/\w+\/\w+\.json$/.test(file));
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
    for (const file of filesOf(resolve(project, source)).filter(isMeant)) {
      hash.update(relative(project, file)).update('\0').update(readFileSync(file));
    }
    // A server that publishes has others to answer meanwhile.
    await breath();
  }
  return hash.digest('base64url');
}

function filesOf(path: string): string[] {
  // What is not there throws when it is read.
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function inSource(folder: string): string {
  return join('src', folder);
}
