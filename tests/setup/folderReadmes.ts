import { dirname, join, normalize, relative } from 'node:path';

const codeFile = /\.(?:ts|tsx|astro|mjs)$/;
const withoutReadme = /^src\/(?:content|server\/db\/migrations)\//;

/** The text of each README by its path. */
export type Readmes = ReadonlyMap<string, string>;

/**
 * Returns the code files that the nearest README at or above their folder does not name, as `README: file`. A README
 * names a file in backticks, by its path from the README's folder; the extension may be left out.
 */
export function filesWithoutDescription(files: Iterable<string>, readmes: Readmes): string[] {
  return [...files]
    .filter((file) => codeFile.test(file) && !withoutReadme.test(file))
    .flatMap((file) => {
      const readme = nearestReadme(file, readmes);
      if (readme === undefined) return [`no README: ${file}`];
      const path = relative(dirname(readme), file);
      const names = namesIn(readmes.get(readme) ?? '');
      const isNamed = names.has(path) || names.has(path.replace(codeFile, ''));
      return isNamed ? [] : [`${readme}: ${path}`];
    });
}

/** The files of a line: the first column of a table, or the names before the colon of a list. */
const describedNames = /^\|([^|]*)\||^ *- ((?:[^:\n]|\n +(?![- ]))*)/gm;

/** Returns the code files that lists and tables of READMEs describe and that do not exist. */
export function describedFilesThatAreMissing(
  files: ReadonlySet<string>,
  readmes: Readmes,
): string[] {
  return [...readmes].flatMap(([readme, text]) =>
    [...text.matchAll(describedNames)]
      .flatMap(([, cell, names]) => [...namesIn(cell ?? names ?? '')])
      .filter((name) => codeFile.test(name))
      .filter((name) => !files.has(normalize(join(dirname(readme), name))))
      .map((name) => `${readme}: ${name}`),
  );
}

function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name));
}

function nearestReadme(file: string, readmes: Readmes): string | undefined {
  const folders = file.split('/').slice(0, -1);
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const folder = folders.slice(0, depth).join('/');
    const found = [`${folder}/README.md`, `${folder}/_README.md`].find((name) => readmes.has(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
