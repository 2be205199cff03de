import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { type GaugeRule, one, unixSeconds } from '#server/services/metrics/gauges.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';

const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8'))).version;

/** The gauges of each process. */
export const poolGauges: readonly GaugeRule<Database>[] = [
  {
    name: 'dolores_build_info',
    help: 'Always 1; the version of Dolores and of Node',
    labels: ['version', 'node'],
    read: () => [{ labels: { version, node: process.version }, value: 1 }],
  },
  {
    name: 'dolores_database_connections',
    help: 'Connections of the pool of this process, by state',
    labels: ['state'],
    read: ({ pool }) => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  },
  {
    name: 'dolores_database_connections_max',
    help: 'Most connections of the pool of this process',
    read: ({ pool }) => one(pool.options.max),
  },
  {
    name: 'dolores_database_queries_waiting',
    help: 'Queries that wait for a connection of the pool',
    read: ({ pool }) => one(pool.waitingCount),
  },
];

/** The gauges of a server that visitors use. */
export const serverGauges: readonly GaugeRule<Pick<Platform, 'runner' | 'search'>>[] = [
  {
    name: 'dolores_answers_open',
    help: 'Answers of this server that run or wait for their turn',
    read: ({ runner }) => one(runner.load.running),
  },
  {
    name: 'dolores_answers_queued',
    help: 'Answers of this server that wait for their turn',
    read: ({ runner }) => one(runner.load.waiting),
  },
  {
    name: 'dolores_server_accepting',
    help: '1 while this server accepts questions, 0 while it shuts down',
    read: ({ runner }) => one(runner.accepting ? 1 : 0),
  },
  {
    name: 'dolores_search_index_timestamp_seconds',
    help: 'When the index of the search was last built or updated in this server',
    read: ({ search }) => one(search.indexed && unixSeconds(search.indexed)),
  },
];
