import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with documents, beside the README of the project. */
export const documentFolders = ['docs', 'scripts', 'src', 'tests'];

/** Texts of authors, whose links lead to pages of the site. */
const content = /^content\/(?:starter|blog|help)\//;

/** Returns the text of every document of the project by its path. */
export function readDocuments(): ReadonlyMap<string, string> {
  const names = documentFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !content.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(['README.md', ...names].map((name) => [name, readFileSync(name, 'utf8')]));
}
