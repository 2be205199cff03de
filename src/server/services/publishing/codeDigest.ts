import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { checkedCorrections } from '#server/services/messages/checkedCorrections.ts';
import {
  type SiteConfig,
  projectFolder,
  siteEnvironment,
} from '#server/services/publishing/buildRelease.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';

/** The code of the pages: another one means that every page may differ. Views and messages have digests of their own. */
const code = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public',
  ...['build', 'catalog', 'components', 'contract', 'domain', 'elements', 'i18n', 'islands'].map(
    inSource,
  ),
  ...['layouts', 'pages', 'site', 'stores', 'styles'].map(inSource),
];

/** What else pages are made of, besides the snapshot. */
const texts = ['i18n', 'content/blog', 'content/policies'].map(inSource);

/** A digest of the code in `project` that renders the site. */
export async function codeDigest(project: string = projectFolder()): Promise<string> {
  return digestOf(project, code, (file) => !/i18n\/\w+\/\w+\.json$/.test(file));
}

/**
 * A digest of everything besides the snapshot that the site is made from: code, texts, configuration. Throws what is
 * wrong with corrected messages and the operator's files.
 */
export async function inputDigest(
  config: SiteConfig,
  project: string = projectFolder(),
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
  const given = process.env['BLOG_FOLDER'];
  if (given) hash.update(await digestOf(project, [given]));
  return hash
    .update(await codeDigest(project))
    .update(await digestOf(project, texts))
    .digest('base64url');
}

async function digestOf(
  project: string,
  sources: readonly string[],
  isMeant: (file: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of (await filesOf(resolve(project, source))).filter(isMeant)) {
      hash
        .update(relative(project, file))
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
