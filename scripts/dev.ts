import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dev } from 'astro';
import { getHealth } from '#contract/operation/health.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { readSwitches, runCommandLine } from '#server/commandLine.ts';
import { readConfig } from '#server/config.ts';
import { siteEnvironment } from '#server/services/publishing/siteConfig.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { resolvePath } from '#domain/site/resolvePath.ts';
import { fetchSnapshot, writeSnapshotFile } from '#server/services/snapshot/fetchSnapshot.ts';
import { nodeFlags } from './bootstrap/run.mjs';

/** `npm run dev`: Astro’s development server, which proxies the API. The API restarts when its code changes. */
await runCommandLine(async () => void readSwitches([]));
const config = readConfig(process.env);
const apiPort = await freePort();
const api = `http://localhost:${apiPort}`;
const { publicUrl } = config;

const server = spawn(
  process.execPath,
  [...nodeFlags, '--watch', '--watch-preserve-output', 'src/server/main.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: publicUrl,
      PUBLISH_AT_START: 'no',
    },
  },
);
server.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

await untilHealthy();
process.env['SNAPSHOT_FILE'] = await takeSnapshot();
Object.assign(process.env, siteEnvironment({ ...config, publicUrl }));
process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
// Shows drafts and scheduled posts of the blog, marked as such.
process.env['SHOW_DRAFTS'] = 'yes';
const target = { target: api, changeOrigin: false };
await dev({
  server: { host: config.host, port: config.port },
  vite: {
    server: {
      strictPort: true,
      proxy: {
        '^/(api|auth|media)/': target,
        '^/(logout|healthz|readyz)$': target,
        // Shared conversations, with a language or without.
        '^/(\\w+/)?s/[\\w-]{22}$': target,
      },
    },
    plugins: [
      {
        name: 'dolores:routes',
        configureServer: ({ middlewares }) => void middlewares.use(routePages),
      },
    ],
  },
});
console.log(`Dolores in development: ${publicUrl} (API at ${api})`);

async function untilHealthy(): Promise<void> {
  for (;;) {
    const response = await fetch(new URL(getHealth.path, api)).catch(() => undefined);
    if (response?.ok) return;
    await pause(200);
  }
}

/** Writes a snapshot of the catalogue, which the site shows until the next start. Returns the file. */
async function takeSnapshot(): Promise<string> {
  const file = join(config.dataDir, 'development-snapshot.ndjson');
  await mkdir(config.dataDir, { recursive: true });
  await writeSnapshotFile(file, fetchSnapshot(api, await operatorToken(config)));
  return file;
}

/** Does the server's work for a release: language redirects, and one page for all paths of the chat area. */
function routePages(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const [path = '/', query] = (request.url ?? '/').split('?', 2);
  if (!request.headers.accept?.includes('text/html')) return next();
  const resolved = resolvePath(
    {
      path,
      search: query === undefined ? '' : `?${query}`,
      storedLanguage: /(?:^|; )lang=(\w+)/.exec(request.headers.cookie ?? '')?.[1],
      acceptedLanguages: request.headers['accept-language'],
    },
    { isServed: isPage },
  );
  if (resolved.kind === 'redirect') {
    response.writeHead(302, { location: resolved.location }).end();
    return;
  }
  if (resolved.kind === 'file') request.url = resolved.path + (query ? `?${query}` : '');
  next();
}

function isPage(path: string): boolean {
  const { language, rest } = splitLanguage(path);
  if (language === undefined) return existsSync(join('src/pages', `${path}.astro`));
  return !rest.startsWith('/chat/') && !/^\/(g|openai|claude)(\/|$)/.test(rest);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
