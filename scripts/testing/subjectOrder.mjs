// Plain JavaScript for Node 20 or newer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../bootstrap/install.mjs';
import { readImports } from './importGraph.mjs';

/** Folders whose subjects have an order: a subject imports only subjects below it. */
export const orderedFolders = ['src/server/services', 'src/stores', 'src/islands/chat'];

/** A line of a list that begins with a folder, such as "- `chat/`: answers" or "- [`chat/`](chat/README.md)". */
const listedSubject = /^- \[?`([^`/]+)\/`/gm;

/** Files next to the subjects put them together: they belong above all. */
const composition = '(files beside the folders)';

/** Returns the subjects that the README of a folder lists, the lowest first. @param {string} folder @returns {string[]} */
export function readOrder(folder) {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  return [...readme.matchAll(listedSubject)].map(([, subject = '']) => subject);
}

/**
 * Returns the imports between the subjects of a folder.
 * @param {string} folder
 * @param {Map<string, string[]>} imports The files that each file imports.
 */
export function subjectImports(folder, imports = readImports(folder)) {
  return [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const from = subjectOf(folder, file);
      const to = subjectOf(folder, target);
      return from === undefined || to === undefined || from === to
        ? []
        : [{ from, to, file, target }];
    }),
  );
}

/**
 * Whether an import leads from a subject to one above it, or to one that is not listed.
 * @param {string[]} order
 * @param {{ from: string, to: string }} link
 */
export function runsUp(order, { from, to }) {
  if (from === composition) return !order.includes(to);
  return to === composition || !order.slice(0, order.indexOf(from)).includes(to);
}

/** @param {string} folder @param {string} file */
function subjectOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [first, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? composition : first;
}

function print(folder) {
  const order = readOrder(folder);
  const links = subjectImports(folder);
  console.log(`${folder}, from bottom to top:`);
  for (const subject of [...order, composition]) {
    const below = new Set(links.filter(({ from }) => from === subject).map(({ to }) => to));
    if (subject !== composition || below.size > 0) {
      console.log(`  ${subject}${below.size > 0 ? ` → ${[...below].toSorted().join(', ')}` : ''}`);
    }
  }
  const upward = links.filter((link) => runsUp(order, link));
  console.log(`${upward.length} imports run up.`);
  for (const { from, to, file, target } of upward) {
    console.log(`  ${from} → ${to}: ${file} imports ${target}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) orderedFolders.forEach(print);
