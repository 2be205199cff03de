import { join } from 'node:path';
import type { Config } from '#server/config.ts';

export type MessagesConfig = Pick<Config, 'dataDir' | 'messagesFolder'>;

/** Returns the folder of the operator's corrections, with files `{language}/{area}.json`. */
export function messagesFolder({ dataDir, messagesFolder: given }: MessagesConfig): string {
  return given ?? join(dataDir, 'messages');
}
