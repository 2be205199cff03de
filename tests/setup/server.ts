import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { startHttpServer } from '#server/httpServer.ts';
import { type RunningPlatform, startPlatform } from '#server/platform.ts';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from './database.ts';

export type TestServer = {
  url: string;
  platform: RunningPlatform;
  database: TestDatabase;
  /** Calls the server as a page of its own would; `cookie` says who acts. */
  fetch(path: string, init?: RequestInit & { cookie?: string }): Promise<Response>;
  /** A signed-in user with `credits` credits and the cookie header of a session. */
  signIn(credits?: number): Promise<{ userId: string; cookie: string }>;
  close(): Promise<void>;
};

type Options = {
  /** Environment variables of `config.ts`. */
  environment?: Record<string, string>;
  /** Changes the configuration after it was read. */
  config?: Partial<Config>;
  /** Use this database, and leave it open at the end, for a second server. */
  database?: TestDatabase;
  /** Receives the log of the server. */
  log?: Logger;
  /** The server's clock; by default the real one. */
  now?: () => Date;
};

/** A real server on a free port, with a database of its own, the sandbox models and the development mailbox. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-server-'));
  const database = options.database ?? (await createTestDatabase());
  const http = await startHttpServer('127.0.0.1', 0);
  const url = `http://127.0.0.1:${http.port}`;
  const environment = {
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    DRAIN_SECONDS: '1',
    ...options.environment,
  };
  const config = { ...readConfig(environment), ...options.config };
  const log = options.log ?? pino({ level: 'silent' });
  const platform = await startPlatform(config, database, log, options.now);
  const app = createApp(platform);
  http.handleWith((request, bindings) => app.fetch(request, bindings));
  return {
    url,
    platform,
    database,
    fetch: (path, { cookie, ...init } = {}) =>
      fetch(`${url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          origin: url,
          ...(cookie === undefined ? {} : { cookie }),
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
    signIn: async (credits) => {
      const userId = await createUser(database, credits);
      const token = await startSession(database.query, userId, platform.now());
      return { userId, cookie: `session=${token}; user_id=${userId}` };
    },
    close: async () => {
      await platform.close();
      await http.close(0);
      if (!options.database) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
