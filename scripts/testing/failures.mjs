// Descriptions of failed tests in a few lines each, for the end of the output: CI may keep nothing else.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const keptLines = 16;
const keptCharacters = 1_500;
/** Of the page that a failed test left. */
const keptSnapshotLines = 40;

/**
 * Returns the failed tests of a Playwright report, and those that passed only at the second try.
 * @param {{ suites?: object[] }} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results, status }) =>
          describeResult(
            titleOf(`[${projectName}] tests/e2e/${file}:${line} › ${title}`, status === 'flaky'),
            results.find(({ error }) => error !== undefined),
          ),
        ),
    ),
    ...failuresOfPlaywright(suite),
  ]);
}

/** The folder of a run is removed at its end, and with it the only picture of the page. */
function describeResult(title, result) {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  return [describe(title, result?.error.message), ...snapshotLines(path)].join('\n');
}

/** Returns the first lines of Playwright's snapshot of the page, none without one. */
function snapshotLines(path) {
  if (path === undefined) return [];
  try {
    const [, snapshot = ''] = /^```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8')) ?? [];
    const lines = snapshot.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(0, keptSnapshotLines).map((line) => `    | ${line}`);
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @param {boolean} isFlaky whether it passed only at the second try
 */
export function titleOf(name, isFlaky) {
  return isFlaky ? `(flaky) ${name}` : name;
}

/**
 * Returns the description of a failure.
 * @param {string} title
 * @param {string} [reason] is shortened
 */
export function describe(title, reason = '') {
  const lines = stripVTControlCharacters(reason).slice(0, keptCharacters).split('\n');
  const kept = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  return [title, ...kept.slice(0, keptLines).map((line) => `    ${line}`)].join('\n');
}
