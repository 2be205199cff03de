import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Row = { number: string; statement: string; file: string; test: string };

const areas = 'directory|publishing|chat|accounts|payment|media|operations';
const unbuilt = new RegExp(`^not yet \\((${areas})\\)$`);
const path = /^`([^`]+)`$/;
const shown = /^`([^`]+)` “([^”]{8,})”$/;
/** A line of the list at the end: the short name of a test, and its title. */
const listed = /^\| (`([^`]+):\d+`) \| “([^”]+)” \|$/gm;
const separator = /, (?=`)/;
/** Suites that look at a page or ask over HTTP. */
const frontDoor = /^`tests\/(?:build|e2e|server)\//;

/** Checks `docs/conformance.md` in the format that is described at its top. Returns the problems. */
function problemsOf(text: string, read: (file: string) => string | undefined): string[] {
  const tests = new Map(
    [...text.matchAll(listed)].map(([, name = '', file = '', title = '']) => [
      name,
      `\`tests/${file}.test.ts\` “${title}”`,
    ]),
  );
  const rows = rowsOf(text);
  const named = rows.flatMap(({ test }) => test.split(separator));
  const written = [...named.filter((test) => shown.test(test)), ...tests.values()];
  const unused = [...tests.keys()].filter((name) => !named.includes(name));
  return [
    ...repeatedOf(rows.map(({ number }) => number)).map((number) => `${number} stands twice`),
    ...repeatedOf(written).map((test) => `${test} is written twice`),
    ...unused.map((name) => `${name} is named by no statement`),
    ...rows.flatMap((row) => {
      const whole = row.test.split(separator).map((test) => tests.get(test) ?? test);
      const problems = rowProblems({ ...row, test: whole.join(', ') }, read);
      return problems.map((problem) => `${row.number} ${problem}`);
    }),
  ];
}

function repeatedOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => /^\| \d/.test(line));
  return lines.map((line) => {
    const [number = '', statement = '', file = '', test = '', ...more] = line
      .replace(/^\| | \|$/g, '')
      .split(' | ');
    if (more.length > 0) throw new Error(`${number} has more than four cells`);
    return { number, statement, file, test };
  });
}

function rowProblems(row: Row, read: (file: string) => string | undefined): string[] {
  const wellNumbered = /^[1-9]\.[1-9]\d*$/.test(row.number);
  const problems = wellNumbered && row.statement !== '' ? [] : ['has no number or statement'];
  if (unbuilt.test(row.file)) {
    return row.test === '—' ? problems : [...problems, 'is not built and names a test'];
  }
  const file = path.exec(row.file)?.[1];
  if (file === undefined) problems.push('names neither a file nor an area');
  else if (read(file) === undefined) problems.push(`names ${file}, which does not exist`);
  if (row.test === 'not yet') return problems;
  const tests = row.test.split(separator);
  if (tests.every((test) => shown.test(test) && !frontDoor.test(test))) {
    problems.push('is shown by unit tests alone');
  }
  return [...problems, ...tests.flatMap((test) => testProblems(test, read))];
}

function testProblems(cell: string, read: (file: string) => string | undefined): string[] {
  const [, file = '', name = ''] = shown.exec(cell) ?? [];
  if (file === '') return [`has a test that is none: ${cell}`];
  const source = /^tests\/.*\.test\.tsx?$/.test(file) ? read(file) : undefined;
  if (source === undefined) return [`names the test ${file}, which does not exist`];
  return source.includes(name) ? [] : [`names a test that ${file} does not have: ${name}`];
}

function readProject(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

describe('the table of conformance', () => {
  it('names files and tests that exist, each statement once', () => {
    const text = readFileSync('docs/conformance.md', 'utf8');
    expect(rowsOf(text).length).toBeGreaterThan(300);
    expect(problemsOf(text, readProject)).toEqual([]);
  });

  it.each([
    ['| 2.1 | A | `src/gone.ts` | not yet |', 'src/gone.ts, which does not exist'],
    ['| 2.1 | A | `src/a.ts` | `tests/e2e/a.test.ts` “does another thing” |', 'does not have'],
    ['| 2.1 | A | `src/a.ts` | `tests/e2e/b.test.ts` “does a thing” |', 'tests/e2e/b.test.ts'],
    ['| 2.1 | A | `src/a.ts` | `tests/unit/a.test.ts` “does a thing” |', 'by unit tests alone'],
    ['| 2.1 | A | not yet (someday) | — |', 'neither a file nor an area'],
    ['| 2.1 | A | not yet (chat) | not yet |', 'is not built and names a test'],
    ['| 2.1 | A | `src/a.ts` | — |', 'has a test that is none'],
    ['| 0.1 | A | not yet (chat) | — |', 'no number'],
    [
      '| 2.1 | A | `src/a.ts` | `e2e/a:2` |\n\n| `e2e/a:1` | “does a thing” |',
      'has a test that is none',
    ],
    ['| 2.1 | A | `src/a.ts` | `e2e/a:1` |\n\n| `e2e/a:1` | “does another” |', 'does not have'],
    ['| 2.1 | A | `src/a.ts` | — |\n\n| `e2e/a:1` | “does a thing” |', 'named by no statement'],
    [
      '| 2.1 | A | `src/a.ts` | `tests/e2e/a.test.ts` “does a thing” |\n\n| `e2e/a:1` | “does a thing” |',
      'is written twice',
    ],
    ['| 2.1 | A | `src/a.ts` | not yet |\n| 2.1 | B | not yet (chat) | — |', 'stands twice'],
  ])('finds mistakes in %s', (text, problem) => {
    const files = new Map([
      ['src/a.ts', ''],
      ['tests/e2e/a.test.ts', "it('does a thing')"],
      ['tests/unit/a.test.ts', "it('does a thing')"],
    ]);
    expect(problemsOf(text, (file) => files.get(file)).join()).toContain(problem);
  });
});
