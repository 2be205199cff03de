// What failed, in a few lines each: where only the end of a long output is kept, it must name what to mend.
import { stripVTControlCharacters } from 'node:util';

const keptLines = 16;
const keptCharacters = 1_500;

/**
 * The tests of a report that Playwright wrote which failed, and those that passed at a second try only.
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
 * @param {boolean} isFlaky whether it passed at its second try
 */
export function titleOf(name, isFlaky) {
  return isFlaky ? `(flaky) ${name}` : name;
}

/**
 * A failure as it is told.
 * @param {string} title
 * @param {string} [reason] of which the beginning is kept
 */
export function describe(title, reason = '') {
  const lines = stripVTControlCharacters(reason).slice(0, keptCharacters).split('\n');
  const kept = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  return [title, ...kept.slice(0, keptLines).map((line) => `    ${line}`)].join('\n');
}
