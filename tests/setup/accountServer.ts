import { pino } from 'pino';
import type { Config } from '#server/config.ts';
import { type TestServer, startTestServer } from './server.ts';

export type AccountServer = TestServer & {
  /** Lines that the server logged so far. */
  logged: string[];
  /** Moves the server's clock on. */
  advance(seconds: number): void;
};

/** A test server behind one trusted proxy, so that tests choose their network, with a clock and a log to look at. */
export async function startAccountServer(
  config: Partial<Config> = {},
  environment: Record<string, string> = {},
): Promise<AccountServer> {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  let ahead = 0;
  const server = await startTestServer({
    config: { trustedProxies: 1, ...config },
    environment,
    log,
    now: () => new Date(Date.now() + ahead * 1_000),
  });
  return { ...server, logged, advance: (seconds) => void (ahead += seconds) };
}
