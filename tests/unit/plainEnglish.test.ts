import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  answersForReturns,
  commentsOf,
  dialectIn,
  dialectInDocuments,
  longSubjects,
  oddNamesIn,
  oddPerThousand,
  titlesOf,
} from '../setup/plainEnglish.ts';
import { readDocuments } from '../setup/documents.ts';
import { readSources } from '../setup/sources.ts';

/** Rooms whose comments have all been read for this rule; the list grows until it holds every room. */
const roomsInPlainEnglish = [
  'scripts/',
  'tests/',
  ...[
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
  ].map((room) => `src/${room}/`),
];

/** The suites of tests whose titles are measured. */
const suites = ['build', 'e2e', 'long', 'server', 'unit'];

const all = readSources(['src', 'scripts', 'tests']);
/** The files without this rule's own examples. */
const files = [...all].filter(([file]) => !/\/plainEnglish(?:\.test)?\.ts$/.test(file));

function filesIn(folder: string): string[] {
  return files.filter(([file]) => file.startsWith(`${folder}/`)).map(([, text]) => text);
}

/** Policies and collections are for visitors. */
const otherDocuments = /^src\/content\/(?:policies|collections)\/(?!README)/;

describe('comments', () => {
  it('describe the return value of a function', () => {
    expect(dialectIn(new Map(files), [answersForReturns])).toEqual([]);
  });

  it('are sentences with a subject in the rooms that have been read again', () => {
    const read = files.filter(([file]) =>
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

describe('the words', () => {
  it.for([
    ['scripts', 3],
    ['tests', 3],
    ['src', 3],
  ] as const)('of comments in %s are odd at most %i times in 1,000', ([folder, most]) => {
    expect(oddPerThousand(filesIn(folder).flatMap(commentsOf))).toBeLessThanOrEqual(most);
  });

  it('of decisions and of the table of conformance are odd at most 3 times in 1,000', () => {
    const texts = [...readDocuments()]
      .filter(([file]) => /^docs\/(?:decisions|conformance)/.test(file))
      .map(([, text]) => text);
    expect(texts.length).toBeGreaterThan(60);
    expect(oddPerThousand(texts)).toBeLessThanOrEqual(3);
  });

  it.for(suites)('of titles in the suite %s are odd at most 3 times in 1,000', (suite) => {
    const titles = filesIn(`tests/${suite}`).flatMap(titlesOf);
    expect(titles.length).toBeGreaterThan(20);
    expect(oddPerThousand(titles)).toBeLessThanOrEqual(3);
  });

  it('are counted in a planted title', () => {
    const text = `it.for([1])('has no order of which nobody knows', () => {});`;
    expect(titlesOf(text)).toEqual(['has no order of which nobody knows']);
    expect(oddPerThousand(titlesOf(text))).toBeCloseTo(2000 / 7);
    expect(oddPerThousand(['refuses an empty code'])).toBe(0);
  });
});

describe('names', () => {
  it('are words of the field', () => {
    expect(oddNamesIn(new Map(files))).toEqual([]);
  });

  it.for([
    'const told = 1;',
    'type StripeWorld = Site;',
    'isWanted(path)',
    'state.misdeeds.push(fault)',
    'await hearAnswer(url)',
    'type Server = { deaf: boolean };',
  ])('are found if they are pictures: %s', (text) => {
    expect(oddNamesIn(new Map([['planted.ts', text]]))).toHaveLength(1);
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
