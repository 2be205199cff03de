import { mkdir, readlink, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportedFile,
  type ExportedSite,
  marker,
} from '#server/services/publishing/export/exportedSite.ts';
import {
  type Tree,
  type TreeChange,
  changeTree,
  isInTree,
  treeOf,
} from '#server/services/publishing/export/exportTree.ts';
import {
  type Policies,
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
  /** `hasNewPolicies`: until nginx or Caddy is reloaded, it asks the server for pages. */
  | ({ kind: 'exported'; hasNewPolicies: boolean } & TreeChange);

type Means = { store: string; isFull: boolean; onFile: () => void };

/**
 * Exports a site into a folder for nginx or Caddy. Two trees take turns: the one that is not served receives what
 * differs, then the link `current` is changed to it in one step, so whatever happens, what is served is whole.
 */
export async function exportFolder(
  root: string,
  site: ExportedSite,
  means: Means,
): Promise<FolderExport> {
  await mkdir(root, { recursive: true });
  const served = await servedTree(root);
  const idle = served === 'a' ? 'b' : 'a';
  const policies = policiesOf(site.files);
  const servedFiles = served && filesOfTree(site, served, policies);
  if (servedFiles && !means.isFull && (await isInTree(treeOf(root, served), servedFiles))) {
    return { kind: 'unchanged' };
  }
  const change = await changeTree(treeOf(root, idle), filesOfTree(site, idle, policies), {
    ...means,
    like: served && treeOf(root, served),
    modified: new Date(site.release.created),
  });
  // Before the switch: a web server that is reloaded in between knows both trees.
  const hasNewPolicies = await writePolicies(root, policies, served);
  await switchTree(root, idle);
  return { kind: 'exported', hasNewPolicies, ...change };
}

/** The tree that is served, or `undefined` before the first export. */
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
 * Tells nginx and Caddy the policies of this release, and goes on telling those of the served one. Returns whether
 * files changed: those of this release stay as they are, so that a reload is needed only where policies changed.
 */
async function writePolicies(
  root: string,
  policies: Policies,
  served: 'a' | 'b' | undefined,
): Promise<boolean> {
  const file = join(root, 'policies.json');
  const told = JSON.parse((await readIfThere(file)) ?? '[]') as Policies[];
  if (told.some(({ version }) => version === policies.version)) return false;
  const known = [policies];
  for (const one of told) {
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
    // Caddy finds out by it which tree it serves.
    marker(`tree/${tree}`),
  ];
}
