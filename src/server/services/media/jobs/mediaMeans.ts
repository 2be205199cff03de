import type { Platform } from '#server/context.ts';

/** What jobs of media need: the same in a server and in a worker. */
export type MediaMeans = Pick<
  Platform,
  'config' | 'database' | 'media' | 'mediaProviders' | 'log' | 'now'
>;
