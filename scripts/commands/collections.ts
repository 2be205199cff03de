import type { Command } from 'commander';
import { collectionFolders, readCollections } from '#catalog/collections/readCollections.ts';
import { operatorFolders } from '#server/operatorFolders.ts';
import { folderConfig } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addCollectionsCommands(program: Command): void {
  program
    .command('collections')
    .description('Lists of GPTs recommended for a purpose')
    .command('list')
    .description('list the files of all collections; exits with status 1 if one is wrong')
    .action(list);
}

function list(): void {
  const { collections: folder } = operatorFolders(folderConfig());
  const { collections, problems } = readCollections(collectionFolders(folder));
  const listed = collections.map(({ slug, day, author, texts, isOwn }) => {
    return { slug, day, author, languages: [...texts.keys()], isOwn };
  });
  printResult(listed, () => {
    for (const { slug, day, author, languages, isOwn } of listed) {
      const where = isOwn ? 'yours' : 'shipped';
      console.log(`${day} ${slug} (${where}, by ${oneLine(author)}): ${languages.join(' ')}`);
    }
  });
  for (const problem of problems) console.error(`Wrong: ${oneLine(problem)}`);
  if (problems.length > 0) process.exitCode = 1;
}
