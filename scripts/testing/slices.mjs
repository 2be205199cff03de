// Plain JavaScript for Node 18 or newer.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../bootstrap/install.mjs';
import { fileSeconds, setupSeconds, unknownSeconds } from './longSeconds.mjs';
import { longSuites } from './suites.mjs';

/** On a quiet machine with two cores. Slow machines take up to twice as long, so a slice takes 12 minutes at most. */
const sliceSeconds = 6 * 60;

/** The folders of the suites whose files are not named one by one. */
const folders = { long: 'tests/long', 'e2e-long': 'tests/e2e', engines: 'tests/engines' };

/**
 * @typedef {{ suite: import('./suites.mjs').QueuedSuite, file: string, seconds: number }} Part
 * @typedef {{ number: number, of: number, seconds: number, suites: import('./suites.mjs').QueuedSuite[] }} Slice
 */

/**
 * Divides the suites of `npm run test:long` into slices of at most six minutes. Each file of each suite is in one slice.
 * @returns {Slice[]}
 */
export function makeSlices() {
  const slices = [];
  for (const part of longParts()) {
    const slice = slices.at(-1);
    const seconds = slice && slice.seconds + secondsIn(slice, part);
    if (seconds === undefined || seconds > sliceSeconds) {
      slices.push({ suites: [withFile(part)], seconds: secondsIn(undefined, part) });
    } else {
      addPart(slice, part);
      slice.seconds = seconds;
    }
  }
  return slices.map((slice, index) => ({ ...slice, number: index + 1, of: slices.length }));
}

/**
 * Returns the slice of this number, or that of the checked-out commit. Its hash chooses the slice, so that the runs of
 * successive commits come to all slices.
 * @param {string} number empty for the commit's
 */
export function chooseSlice(number) {
  const slices = makeSlices();
  const index = number === '' ? commitNumber() % slices.length : Number(number) - 1;
  const slice = slices[index];
  if (slice !== undefined) return slice;
  console.error(`There are the slices 1 to ${slices.length}`);
  return process.exit(2);
}

/** Returns the lines that name a slice and its files. */
export function sliceTitle({ number, of, seconds, suites }) {
  const lines = suites.map(({ name, files = [] }) => `  ${name}: ${files.join(' ')}`);
  const minutes = (seconds / 60).toFixed(1);
  return [`Slice ${number} of ${of}, about ${minutes} minutes on a quiet machine:`, ...lines].join(
    '\n',
  );
}

/** All parts, suite by suite, because each suite in a slice has its own setup. The longest come first. @returns {Part[]} */
function longParts() {
  return longSuites.flatMap((suite) => {
    const parts = filesIn(suite).map((file) => {
      const seconds = fileSeconds[suite.name]?.[file] ?? unknownSeconds;
      return { suite, file, seconds };
    });
    parts.sort((one, other) => other.seconds - one.seconds);
    return parts;
  });
}

function filesIn({ name, files }) {
  if (files !== undefined) return files;
  const folder = join(root, folders[name]);
  const names = readdirSync(folder).filter(
    (file) => file.endsWith('.test.ts') && isLongFile(name, join(folder, file)),
  );
  names.sort();
  return names.map((file) => file.slice(0, -'.test.ts'.length));
}

/** Whether the file has tests of this suite: among the end-to-end tests those with the tags of long runs. */
function isLongFile(suite, file) {
  return suite !== 'e2e-long' || /@long|@both|languageTags/.test(readFileSync(file, 'utf8'));
}

function secondsIn(slice, { suite, seconds }) {
  const isSetUp = slice?.suites.some(({ name }) => name === suite.name) ?? false;
  return seconds + (isSetUp ? 0 : (setupSeconds[suite.name] ?? 0));
}

function addPart(slice, part) {
  const same = slice.suites.find(({ name }) => name === part.suite.name);
  if (same === undefined) slice.suites.push(withFile(part));
  else same.files.push(part.file);
}

function withFile({ suite, file }) {
  return { ...suite, files: [file] };
}

/** The first digits of the commit's hash as a number. */
function commitNumber() {
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(hash.slice(0, 8), 16);
}
