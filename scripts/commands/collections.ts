import type { Command } from 'commander';
import { collectionFolders, readCollections } from '#catalog/collections/readCollections.ts';
import { readConfig } from '#server/config.ts';
import { collectionsFolder } from '#server/services/publishing/ownCollections.ts';
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
  const folder = collectionsFolder(readConfig(process.env));
  const { collections, problems } = readCollections(collectionFolders(folder));
  for (const { slug, day, author, texts, isOwn } of collections) {
    const where = isOwn ? 'yours' : 'shipped';
    console.log(`${day} ${slug} (${where}, by ${oneLine(author)}): ${[...texts.keys()].join(' ')}`);
  }
  for (const problem of problems) console.error(`Wrong: ${oneLine(problem)}`);
  if (problems.length > 0) process.exitCode = 1;
}
