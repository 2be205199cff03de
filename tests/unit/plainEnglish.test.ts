import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  answersForReturns,
  dialectIn,
  dialectInDocuments,
  longSubjects,
} from '../setup/plainEnglish.ts';
import { readDocuments } from '../setup/documents.ts';
import { readSources } from '../setup/sources.ts';

/** Rooms whose comments have all been read for this rule; the list grows until it holds every room. */
const roomsInPlainEnglish = [
  'builder',
  'catalog',
  'components',
  'contract',
  'domain',
  'elements',
  'i18n',
  'islands',
  'layouts',
  'pages',
  'parts',
  'release',
  'server',
  'stores',
  'styles',
].map((room) => `src/${room}/`);

/** Decisions and the table of conformance follow rules of their own; policies and collections are for visitors. */
const otherDocuments =
  /^docs\/(?:decisions|conformance)|^src\/content\/(?:policies|collections)\/(?!README)/;

describe('comments', () => {
  const all = readSources(['src', 'scripts', 'tests']);

  it('describe the return value of a function', () => {
    const others = [...all].filter(([file]) => !file.endsWith('unit/plainEnglish.test.ts'));
    expect(dialectIn(new Map(others), [answersForReturns])).toEqual([]);
  });

  it('are sentences with a subject in the rooms that have been read again', () => {
    const read = [...all].filter(([file]) =>
      roomsInPlainEnglish.some((room) => file.startsWith(room)),
    );
    expect(read.length).toBeGreaterThan(100);
    expect(dialectIn(new Map(read))).toEqual([]);
  });

  it.for([
    '/** Answers whether it worked. */',
    '/** Writes a file and answers its path. */',
    '/**\n * Begins to watch it. Answers how\n * to end it.\n */',
    '  // What is left out adds nothing.',
    '/** Whoever reads it pays. */',
  ])('are found in the dialect: %s', (comment) => {
    expect(dialectIn(new Map([['planted.ts', comment]]))).toHaveLength(1);
  });

  it.for([
    '/** Returns whether it worked. */',
    '// What if both came at once? Then the first counts.',
    '/** Answers are kept for a day. */',
    "const text = 'What is new';",
  ])('may be in plain English: %s', (comment) => {
    expect(dialectIn(new Map([['planted.ts', comment]]))).toEqual([]);
  });
});

describe('documents', () => {
  it('are written in plain English', () => {
    const read = [...readDocuments()].filter(([file]) => !otherDocuments.test(file));
    expect(read.length).toBeGreaterThan(80);
    expect(dialectInDocuments(new Map(read))).toEqual([]);
  });

  it.for([
    'What is left out adds nothing.',
    '- A list. Whoever reads it pays.',
    '| `a.ts` | answers whether it worked; is told later |',
    'The site is rendered anew.',
  ])('are found in the dialect: %s', (text) => {
    expect(dialectInDocuments(new Map([['planted.md', text]]))).toHaveLength(1);
  });

  it.for([
    'What happens after a crash?',
    '`What is this`: code',
    'It returns what the user asked for.',
  ])('may be in plain English: %s', (text) => {
    expect(dialectInDocuments(new Map([['planted.md', text]]))).toEqual([]);
  });
});

describe('the subjects of commits', () => {
  it('fit into a line of the log', () => {
    expect(longSubjects(newSubjects())).toEqual([]);
  });

  it('are found if they do not', () => {
    expect(longSubjects(['x'.repeat(72)])).toEqual([]);
    expect(longSubjects(['x'.repeat(73)])).toHaveLength(1);
  });
});

/** Returns the subjects since the rule holds; none in a copy without that history. */
function newSubjects(): string[] {
  try {
    const log = ['log', 'c9d59c26..HEAD', '--format=%s'];
    return execFileSync('git', log, { encoding: 'utf8', stdio: 'pipe' }).split('\n');
  } catch {
    return [];
  }
}
