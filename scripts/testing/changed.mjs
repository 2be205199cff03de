// Plain JavaScript for Node 18 or newer.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from '../bootstrap/install.mjs';
import { distancesFrom, readImporters } from './importGraph.mjs';
import { publishingTests, suites } from './suites.mjs';

const code = /\.(?:ts|tsx|astro|mjs|css)$/;
const testFile = /\.test\.tsx?$/;
const readsFiles = /\b(?:readSources|readdirSync|readFileSync)\(/;

/** Code and texts that the pages of the site are made from. */
const pageFile =
  /^src\/(?:builder|catalog|components|content|domain|elements|i18n|islands|layouts|markdown|pages|parts|release|styles)\//;
/** Code that a browser runs or calls. */
const browserFile =
  /^src\/(?:components|contract|domain|elements|i18n|islands|layouts|pages|parts|stores|styles)\//;
const serverFile = /^src\/(?:server|contract|domain|release|i18n)\/|^scripts\/commands\//;
const publishingFile =
  /^src\/(?:builder|catalog|release|server\/services\/(?:publishing|snapshot))\//;

/**
 * The suites whose tests are chosen by file: the files that can touch them, the most files to run, and the file that
 * always runs with them, because it shows that the whole still works. More files would take longer than two minutes.
 * The names of the files are their tags: a file is chosen if its name shares a word with a changed path. Tests of the
 * server that import a changed file over at most `importSteps` files are chosen, too.
 */
const chosenByFile = [
  { name: 'server', isTouchedBy: serverFile, most: 12, importSteps: 3 },
  { name: 'build', isTouchedBy: pageFile, most: 6, always: 'markup' },
  { name: 'publishing', isTouchedBy: publishingFile, most: 1, always: 'incremental' },
  { name: 'e2e', isTouchedBy: browserFile, most: 4, always: 'spine' },
];

/** Says nothing about a subject: roles of files, which many names have. */
const roleWords = new Set(
  'a and at by command file find for from in index is list make new of on one page read row set src state test text to use view with write'.split(
    ' ',
  ),
);

/**
 * Returns the suites and test files that the changes since a commit can touch. Prints the changed files, and how many
 * more test files are near than run.
 * @param {string} commit compares the working tree with it; empty: with HEAD, or, where nothing differs, with the commit
 *   before it
 * @returns {import('./suites.mjs').QueuedSuite[]}
 */
export function changedSuites(commit) {
  const files = changedFiles(commit);
  console.log(`Changed: ${files.length === 0 ? 'nothing' : files.join(' ')}`);
  return suitesForFiles(files, (line) => console.log(line));
}

/**
 * The same for files.
 * @param {string[]} files
 * @param {(line: string) => void} print
 * @returns {import('./suites.mjs').QueuedSuite[]}
 */
export function suitesForFiles(files, print) {
  const importers = readImporters();
  const change = { files, importers, distances: distancesFrom(importers, files), print };
  const chosen = suites.flatMap((suite) => chooseFor(suite, change));
  const hasBrowser = chosen.some(({ name }) => name === 'e2e');
  // The end-to-end tests need a release.
  return suites.flatMap((suite) =>
    suite.name === 'release' && hasBrowser
      ? [suite]
      : chosen.filter(({ name }) => name === suite.name),
  );
}

function changedFiles(commit) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const lines = (text) => text.split('\n').filter((line) => line !== '');
  const compare = (base) => [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
  if (commit !== '') return compare(git('merge-base', commit, 'HEAD').trim());
  const files = compare('HEAD');
  return files.length > 0 ? files : compare('HEAD~1');
}

function chooseFor(suite, change) {
  const { files } = change;
  const isCode = files.some((file) => code.test(file));
  switch (suite.name) {
    case 'format':
      return files.length > 0 ? [suite] : [];
    case 'lint':
    case 'dead-code':
      return isCode ? [suite] : [];
    case 'types':
      return files.some((file) => file.endsWith('.astro') || /^src\/(?!server)/.test(file))
        ? [suite]
        : [];
    case 'unit':
      return files.length > 0 ? [{ ...suite, related: [...files, ...treeTests()] }] : [];
    default: {
      const rule = chosenByFile.find(({ name }) => name === suite.name);
      return rule === undefined ? [] : chooseFiles(suite, rule, change);
    }
  }
}

function chooseFiles(
  suite,
  { isTouchedBy, most, always, importSteps = 0 },
  { files, importers, distances, print },
) {
  const own = testFilesOf(suite.name);
  const changedTests = own.filter((file) => distances.get(file) === 0);
  const touching = files.filter((file) => isTouchedBy.test(file));
  const ranked = touching.length === 0 ? [] : rank(own, touching, distances, importSteps);
  const near = [...new Set([...changedTests, ...ranked, ...importersOf(own, files, importers)])];
  const names = near.slice(0, Math.max(most, changedTests.length)).map(nameOf);
  if (always !== undefined && touching.length > 0) names.push(always);
  const rest = near.length - Math.min(near.length, most);
  if (rest > 0) print(`${suite.name}: ${rest} more test files are near; npm test runs them`);
  return names.length === 0 ? [] : [{ ...suite, files: [...new Set(names)] }];
}

/** The test files that import a changed helper of the tests, the nearest first. */
function importersOf(own, files, importers) {
  const helpers = files.filter((file) => file.startsWith('tests/'));
  const distances = distancesFrom(importers, helpers);
  const distance = (file) => distances.get(file) ?? 0;
  const importing = own.filter((file) => distances.has(file));
  importing.sort((one, other) => distance(one) - distance(other));
  return importing;
}

/** The test files that share a word with a changed file, the most words first, then those that import it. */
function rank(own, touching, distances, importSteps) {
  const words = new Set(touching.flatMap(wordsOf));
  const shared = (file) => wordsOf(nameOf(file)).filter((word) => words.has(word)).length;
  const score = (file) => shared(file) - (distances.get(file) ?? 20) / 10;
  const isNear = (file) => shared(file) > 0 || (distances.get(file) ?? Infinity) <= importSteps;
  const near = own.filter(isNear);
  near.sort((one, other) => score(other) - score(one));
  return near;
}

/** The words of a path without its plural endings: `services/shares/revokeShare.ts` has “share” and “revoke”. */
function wordsOf(path) {
  const parts = path
    .replace(/^src\/(?:server\/)?\w+\//, '')
    .replace(/\.[a-z.]+$/, '')
    .split(/[^A-Za-z]+|(?=[A-Z])/);
  const words = parts.map((part) => part.toLowerCase().replace(/s$/, ''));
  return [...new Set(words.filter((word) => word.length > 2 && !roleWords.has(word)))];
}

/** Unit tests that read files of the project instead of importing them: a change of any file can touch them. */
function treeTests() {
  const folder = join('tests', 'unit');
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => testFile.test(name))
    .map((name) => join(folder, name))
    .filter((file) => readsFiles.test(readFileSync(join(root, file), 'utf8')));
}

function testFilesOf(suite) {
  const folder = join('tests', suite === 'publishing' ? 'build' : suite);
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => testFile.test(name));
  const isPublishing = (name) => publishingTests.includes(nameOf(name));
  return files
    .filter((name) => folder !== 'tests/build' || isPublishing(name) === (suite === 'publishing'))
    .map((name) => join(folder, name));
}

function nameOf(file) {
  return basename(file).replace(testFile, '');
}
