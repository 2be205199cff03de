import type { Platform } from '#server/context.ts';

/** The dependencies of media jobs: the same in a server and in a worker. */
export type MediaDependencies = Pick<
  Platform,
  'config' | 'database' | 'media' | 'mediaProviders' | 'accounts' | 'log' | 'now'
>;
