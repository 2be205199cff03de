// Descriptions of failed tests in a few lines each, for the end of the output: CI may keep nothing else.
import { stripVTControlCharacters } from 'node:util';

const keptLines = 16;
const keptCharacters = 1_500;

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
          describe(
            titleOf(`[${projectName}] tests/e2e/${file}:${line} › ${title}`, status === 'flaky'),
            results.find(({ error }) => error !== undefined)?.error.message,
          ),
        ),
    ),
    ...failuresOfPlaywright(suite),
  ]);
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
