import { mkdir, readlink, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportOptions,
  type ExportedFile,
  type ExportedSite,
  marker,
} from '#server/services/publishing/export/exportedSite.ts';
import {
  type Tree,
  type TreeChange,
  changeTree,
  isInTree,
  namesBeside,
  treeOf,
} from '#server/services/publishing/export/exportTree.ts';
import {
  type Policies,
  parsePolicies,
  caddyPolicies,
  caddyVersions,
  nginxPolicies,
  nginxVersions,
  policiesOf,
  policyFile,
} from '#server/services/publishing/export/policies.ts';
import { readIfThere, replaceFile, temporaryName } from '#release/siteFolder.ts';

export type FolderExport =
  | { kind: 'unchanged' }
  /** `hasNewPolicies`: nginx or Caddy must be reloaded; until then they proxy pages to the server. */
  | ({ kind: 'exported'; hasNewPolicies: boolean } & TreeChange);

/**
 * Exports a site into a folder for nginx or Caddy. There are two trees: the differences are written into the one that
 * is not served, then the link `current` is switched to it atomically, so that the served tree is always complete.
 */
export async function exportFolder(
  root: string,
  site: ExportedSite,
  options: ExportOptions,
): Promise<FolderExport> {
  await mkdir(root, { recursive: true });
  const served = await servedTree(root);
  const idle = served === 'a' ? 'b' : 'a';
  const policies = policiesOf(site.files);
  const servedFiles = served && filesOfTree(site, served, policies);
  if (servedFiles && !options.isFull && (await isInTree(treeOf(root, served), servedFiles))) {
    return { kind: 'unchanged' };
  }
  const change = await changeTree(treeOf(root, idle), filesOfTree(site, idle, policies), {
    ...options,
    like: served && treeOf(root, served),
    modified: new Date(site.release.created),
  });
  // Before the switch, so that a web server that is reloaded in between serves both trees.
  const hasNewPolicies = await writePolicies(root, policies, served);
  if (served && servedFiles) {
    const left = await namesBeside(treeOf(root, served), servedFiles);
    await options.beforeRemoval(left.map((name) => name.replace(/\.html$/, '')));
  }
  await switchTree(root, idle);
  return { kind: 'exported', hasNewPolicies, ...change };
}

/** Returns the served tree, or `undefined` before the first export. */
async function servedTree(root: string): Promise<'a' | 'b' | undefined> {
  const target = await readlink(join(root, 'current')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${join(root, 'current')} is no link that an export made`, { cause: error });
  });
  if (target === undefined || target === 'a' || target === 'b') return target;
  throw new Error(`${join(root, 'current')} leads to ${target}, which no export made`);
}

async function switchTree(root: string, tree: string): Promise<void> {
  const link = join(root, 'current');
  for (const name of await readdir(root)) {
    if (/^current\..*\.tmp$/.test(name)) await rm(join(root, name), { force: true });
  }
  const temporary = temporaryName(link);
  await symlink(tree, temporary);
  await rename(temporary, link);
}

/**
 * Writes the policies of this release, and those of the served one, for nginx and Caddy. Returns whether files changed:
 * they stay unchanged if the policies are known, so that web servers need no reload.
 */
async function writePolicies(
  root: string,
  policies: Policies,
  served: 'a' | 'b' | undefined,
): Promise<boolean> {
  const file = join(root, 'policies.json');
  // Web servers ask our server for the pages whose policies are in another form.
  const stored = parsePolicies((await readIfThere(file)) ?? '[]', file);
  if (stored.some(({ version }) => version === policies.version)) return false;
  const known = [policies];
  for (const one of stored) {
    if (served && (await hasPolicies(treeOf(root, served), one))) known.push(one);
  }
  await replaceFile(join(root, 'nginx-policies.conf'), nginxPolicies(known));
  await replaceFile(join(root, 'nginx-versions.conf'), nginxVersions(known));
  await replaceFile(join(root, 'caddy-versions'), caddyVersions(known));
  await replaceFile(join(root, 'caddy-policies'), caddyPolicies(known));
  await replaceFile(file, JSON.stringify(known));
  return true;
}

async function hasPolicies(tree: Tree, { version }: Policies): Promise<boolean> {
  return (await readIfThere(join(tree.folder, policyFile(version)))) !== undefined;
}

function filesOfTree(site: ExportedSite, tree: 'a' | 'b', policies: Policies): ExportedFile[] {
  return [
    ...site.files,
    marker(`policies/${policies.version}`),
    // Caddy detects by this file which tree it serves.
    marker(`tree/${tree}`),
  ];
}
