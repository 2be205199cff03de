import { join } from 'node:path';
import type { Config } from '#server/config.ts';

export type MessagesConfig = Pick<Config, 'dataDir' | 'messagesFolder'>;

/** Where the operator's corrections of messages lie: `{language}/{area}.json`. */
export function messagesFolder({ dataDir, messagesFolder: given }: MessagesConfig): string {
  return given ?? join(dataDir, 'messages');
}
