import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFolders, readDocuments } from '../setup/documents.ts';
import { describedFilesThatAreMissing, filesWithoutDescription } from '../setup/folderReadmes.ts';
import { isNamed, namedFiles } from '../setup/namedFiles.ts';
import { readSources } from '../setup/sources.ts';

/** Folders whose READMEs name each code file. */
const describedFolders = ['scripts', 'src'];
const documents = [...readDocuments().keys()];

describe('the documents', () => {
  it('link to files that exist', () => {
    const broken = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(dirname(document), target)))
        .map((target) => `${document} links to ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('link to headings that exist', () => {
    const broken = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/\]\(([^)#\s]*\.md|)#([^)\s]+)\)/g)]
        .map(([, target = '', anchor = '']) => ({ target: target || basename(document), anchor }))
        .map(({ target, anchor }) => ({ file: join(dirname(document), target), anchor }))
        .filter(({ file, anchor }) => !anchorsIn(readFileSync(file, 'utf8')).has(anchor))
        .map(({ file, anchor }) => `${document} links to ${file}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  it('explain every script of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const readme = readFileSync('scripts/README.md', 'utf8');
    const spelled = (name: string) =>
      ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
    const missing = Object.keys(scripts).filter((name) => !readme.includes(`\`${spelled(name)}`));
    expect(missing).toEqual([]);
  });

  it('stay short enough to be read at once: the README, and each chapter for operators', () => {
    const chapters = documents.filter((name) => dirname(name) === 'docs/operating');
    const limits = [['README.md', 1_000] as const, ...chapters.map((name) => [name, 800] as const)];
    const tooLong = limits.filter(([name, limit]) => wordsIn(name) > limit);
    expect(chapters.length).toBeGreaterThan(7);
    expect(tooLong).toEqual([]);
  });

  it('list each chapter for operators in the order of reading', () => {
    const list = readFileSync('docs/operating/README.md', 'utf8');
    const unlisted = readdirSync('docs/operating')
      .filter((name) => name !== 'README.md')
      .filter((name) => !list.includes(`](${name})`));
    expect(unlisted).toEqual([]);
  });

  it('describe each folder of the house', () => {
    const server = ['routes', 'services', 'db', 'gateways', 'jobs'].map((name) => `server/${name}`);
    const house = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const silent = [...house, ...server].filter(
      (folder) =>
        !['README.md', '_README.md'].some((name) => existsSync(join('src', folder, name))),
    );
    expect(silent).toEqual([]);
  });

  it('name each code file of their folder, and no file that does not exist', () => {
    const files = new Set(readSources(describedFolders).keys());
    const readmes = new Map(
      documents
        .filter((name) => name.endsWith('README.md'))
        .filter((name) => describedFolders.some((folder) => name.startsWith(`${folder}/`)))
        .map((name) => [name, readFileSync(name, 'utf8')]),
    );
    expect(filesWithoutDescription(files, readmes)).toEqual([]);
    expect(describedFilesThatAreMissing(files, readmes)).toEqual([]);
  });
});

function wordsIn(file: string): number {
  return readFileSync(file, 'utf8').split(/\s+/).filter(Boolean).length;
}

/** Returns the anchors of a document, as GitHub writes those of headings. */
function anchorsIn(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...named]);
}

describe('the recipes', () => {
  const recipes = documents.filter((name) => dirname(name) === 'docs/recipes');

  it('name files that exist, as do the two flows in the README of src', () => {
    const files = [...readdirSync('.'), ...documentFolders.flatMap(pathsIn)];
    const missing = [...recipes, 'src/README.md'].flatMap((recipe) =>
      namedFiles(readFileSync(recipe, 'utf8'))
        .filter((name) => !isNamed(name, files))
        .map((name) => `${recipe} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are listed in their table', () => {
    const table = readFileSync('docs/recipes/README.md', 'utf8');
    const unlisted = recipes
      .map((recipe) => basename(recipe))
      .filter((name) => name !== 'README.md' && !table.includes(`](${name})`));
    expect(unlisted).toEqual([]);
  });

  it('may name made-up files by placeholders', () => {
    const text = 'Write `src/elements/<name>.ts`, see `toGpt.ts` and tests/unit/a.test.ts.';
    expect(namedFiles(text)).toEqual(['tests/unit/a.test.ts', 'toGpt.ts']);
    expect(isNamed('toGpt.ts', ['src/gpts/toGpt.ts'])).toBe(true);
    expect(isNamed('Gpt.ts', ['src/gpts/toGpt.ts'])).toBe(false);
  });

  function pathsIn(folder: string): string[] {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return [folder, ...names.map((name) => join(folder, name))];
  }
});

describe('the check of folder READMEs', () => {
  const readmes = new Map([
    ['src/domain/README.md', '| `credits.ts`, `money` | prices |\n| `gone.ts` | nothing |'],
  ]);

  it('finds a file that no README names', () => {
    const files = ['src/domain/credits.ts', 'src/domain/money.ts', 'src/domain/forgotten.ts'];
    expect(filesWithoutDescription(files, readmes)).toEqual(['src/domain/README.md: forgotten.ts']);
    expect(filesWithoutDescription(['src/other/file.ts'], readmes)).toEqual([
      'no README: src/other/file.ts',
    ]);
  });

  it('requires the path of a file in a folder without a README of its own', () => {
    expect(filesWithoutDescription(['src/domain/deep/credits.ts'], readmes)).toEqual([
      'src/domain/README.md: deep/credits.ts',
    ]);
  });

  it.for([
    '| `credits.ts` | prices |\n| `gone.ts` | nothing |',
    '- `credits.ts`: prices\n- `money`, `gone.ts`: nothing, as `other.ts` says',
    '- `money/`\n  - `credits.ts`,\n    `gone.ts`\n\nA test is `tests/other.ts`.',
  ])('finds a line about a file that does not exist: %s', (text) => {
    const lines = new Map([['src/domain/README.md', text]]);
    expect(describedFilesThatAreMissing(new Set(['src/domain/credits.ts']), lines)).toEqual([
      'src/domain/README.md: gone.ts',
    ]);
  });
});

/**
 * The most words in each group of documents. They stay few so that newcomers read them: to add a sentence, remove one
 * that code, a test or another document says.
 */
const mostWords = {
  'README.md': 580,
  'docs/operating': 16_250,
  'docs/recipes': 5_250,
  'docs/translating.md': 1_050,
  'docs/writing.md': 515,
  'docs/configuration.md': 2_700,
  'docs/scaling.md': 1_800,
  'docs/security.md': 2_000,
  'docs/decisions': 18_300,
  'docs/conformance.md': 9_700,
  'READMEs of folders': 14_500,
};

/**
 * The most words of all groups together. To raise a budget, lower another one. It was raised once, for the chapters that
 * an operator follows at night: backup, alarms, people, growing, security.
 */
const mostWordsTogether = 72_800;

function groupOf(document: string): keyof typeof mostWords | undefined {
  if (/^(?:src|scripts|tests)\//.test(document)) return 'READMEs of folders';
  const names = Object.keys(mostWords) as (keyof typeof mostWords)[];
  return names.find((name) => document === name || dirname(document) === name);
}

describe('the words of the documents', () => {
  /** All but the texts of `src/content`, which are for authors and visitors. */
  const ours = documents.filter((name) => !name.startsWith('src/content/'));

  it.for(Object.entries(mostWords))('stay within the budget of %s: %i', ([group, most]) => {
    const words = ours
      .filter((name) => groupOf(name) === group)
      .reduce((sum, name) => sum + wordsIn(name), 0);
    expect(words).toBeGreaterThan(0);
    expect(words).toBeLessThanOrEqual(most);
  });

  it('stay within the words of all groups together, also if each group uses its whole budget', () => {
    const budgets = Object.values(mostWords).reduce((sum, most) => sum + most, 0);
    const words = ours.reduce((sum, name) => sum + wordsIn(name), 0);
    expect(budgets).toBeLessThanOrEqual(mostWordsTogether);
    expect(words).toBeGreaterThan(0);
    expect(words).toBeLessThanOrEqual(mostWordsTogether);
  });

  it('belong to a group, whatever their folder', () => {
    expect(ours.filter((name) => groupOf(name) === undefined)).toEqual([]);
  });
});

describe('the decisions', () => {
  it('have a context, a decision and consequences', () => {
    const parts = [/^\*\*Context\.\*\* \S/m, /^\*\*Decision[.:]/m, /^\*\*Consequence\.\*\* \S/m];
    const incomplete = documents
      .filter((name) => dirname(name) === 'docs/decisions')
      .filter((name) => !parts.every((part) => part.test(readFileSync(name, 'utf8'))));
    expect(incomplete).toEqual([]);
  });

  it('have at most 40 lines, so that they are read', () => {
    const long = documents
      .filter((name) => dirname(name) === 'docs/decisions')
      .filter((name) => readFileSync(name, 'utf8').trimEnd().split('\n').length > 40);
    expect(long).toEqual([]);
  });
});
