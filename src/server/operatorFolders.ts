import { join } from 'node:path';
import type { Config } from '#server/config.ts';

export type OperatorFoldersConfig = Pick<
  Config,
  'dataDir' | 'messagesFolder' | 'collectionsFolder'
>;

/**
 * Returns the folders that the operator fills: corrected messages, in files `{language}/{area}.json`, and collections, in
 * files `{slug}.md`. Without folders of their own they are in `dataDir`.
 */
export function operatorFolders({
  dataDir,
  messagesFolder = join(dataDir, 'messages'),
  collectionsFolder = join(dataDir, 'collections'),
}: OperatorFoldersConfig): { messages: string; collections: string } {
  return { messages: messagesFolder, collections: collectionsFolder };
}
