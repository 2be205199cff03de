// Plain JavaScript for Node 18 or newer.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { root } from '../bootstrap/install.mjs';

const folders = ['src', 'scripts', 'tests'];
const sourceFile = /\.(?:ts|tsx|astro|mjs)$/;
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"]([#.][^'"]+)['"]/g;

/**
 * A module that imports this many others puts the parts of the program together, such as `server/app.ts`. Nearly every
 * test imports it, so it does not show the subject of a test.
 */
const compositionImports = 25;

/** Returns the imports inside the project: for each file the files that import it. @returns {Map<string, string[]>} */
export function readImporters() {
  const importers = new Map();
  for (const [file, targets] of folders.flatMap((folder) => [...readImports(folder)])) {
    if (targets.length >= compositionImports && !file.endsWith('.test.ts')) continue;
    for (const target of targets) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Returns the files that each file in a folder imports. @param {string} folder @returns {Map<string, string[]>} */
export function readImports(folder) {
  return new Map(sourceFiles(folder).map((file) => [file, importsOf(file)]));
}

/**
 * Returns the files that import one of `files`, directly or over others, with the number of steps between.
 * @param {Map<string, string[]>} importers
 * @param {string[]} files
 * @returns {Map<string, number>}
 */
export function distancesFrom(importers, files) {
  const distances = new Map(files.map((file) => [file, 0]));
  // The map grows while it is walked: it is the queue of a breadth-first search.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return sourceFile.test(entry.name) ? [path] : [];
  });
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [...text.matchAll(imported)].map(([, name]) => name);
  return names.map((name) =>
    name.startsWith('#') ? join('src', name.slice(1)) : normalize(join(dirname(file), name)),
  );
}
