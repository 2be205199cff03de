import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DebianPackages, works } from './debianPackages.ts';
import { endProcess, findNginx, runNginx, waitForAnswer } from './nginx.ts';
import { isLongRun } from './longRuns.ts';
import { freePort } from './process.ts';

/** A web server that runs with a file of `docs/hosting` in front of an exported folder. */
export type WebServer = {
  url: string;
  /** Reads its files again, as after an export with new policies. */
  reload(): Promise<void>;
  /** Everything that it logged so far. */
  logs(): Promise<string>;
  close(): Promise<void>;
};

export type WebServerName = 'nginx' | 'caddy';

/** `isSystemWide`: nginx reads the file within that of its Debian package. */
type Site = { folder: string; server: string; isAlone?: boolean; isSystemWide?: boolean };

let foundCaddy: { program: string | undefined } | undefined;

/** Whether the program is here, or can be got for this run. */
export function isThere(name: WebServerName): boolean {
  if (name === 'nginx') return findNginx() !== undefined;
  return findCaddy() !== undefined;
}

/** The installed Caddy, else that of Debian's package, which is large: only `npm run test:long` downloads it. */
function findCaddy(): string | undefined {
  foundCaddy ??= { program: works('caddy', 'version') ? 'caddy' : unpackedCaddy() };
  return foundCaddy.program;
}

function unpackedCaddy(): string | undefined {
  const packages = isLongRun ? DebianPackages.open('caddy') : undefined;
  if (!packages?.unpack('caddy')) return undefined;
  const program = join(packages.root, 'usr/bin/caddy');
  return works(program, 'version') ? program : undefined;
}

export async function startWebServer(name: WebServerName, site: Site): Promise<WebServer> {
  return start(name, (folder, port) =>
    name === 'nginx' ? startNginx(folder, port, site) : startCaddy(folder, port, site),
  );
}

/**
 * The example of nginx with TLS, in front of this server. It answers on `port` without TLS too; the sockets `tls` and `plain`
 * in its folder are its ports 443 and 80.
 */
export async function startExampleNginx(
  port: number,
  server: string,
): Promise<WebServer & { folder: string }> {
  const example = new URL('../../docs/hosting/nginx-proxy.conf', import.meta.url);
  const text = await readFile(example, 'utf8');
  let ours = '';
  const started = await start(
    'nginx',
    async (folder) => {
      ours = folder;
      const { host } = new URL(server);
      return runExample(folder, text, [
        ['listen 80;', `listen unix:${join(folder, 'plain')};`],
        [
          'listen 443 ssl http2;',
          `listen unix:${join(folder, 'tls')} ssl; listen 127.0.0.1:${port};`,
        ],
        ['/etc/letsencrypt/live/dolores.example', await makeCertificate(folder)],
        ['server 127.0.0.1:4321', `server ${host}`],
        ['server 127.0.0.1:4322', `server ${host}`],
        ['/var/log/nginx', join(folder, 'logs')],
      ]);
    },
    port,
  );
  return { ...started, folder: ours };
}

/** Makes a certificate as certbot names its files. Returns their folder. */
async function makeCertificate(folder: string): Promise<string> {
  const made = join(folder, 'certificate');
  await mkdir(made);
  const args = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=dolores.example'];
  const files = ['-keyout', join(made, 'privkey.pem'), '-out', join(made, 'fullchain.pem')];
  const run = spawnSync('openssl', ['req', '-x509', ...args, ...files]);
  if (run.status !== 0) throw new Error(`openssl: ${String(run.stderr)}`);
  return made;
}

type Started = { child: ChildProcess; reload: () => Promise<void> };

async function start(
  name: WebServerName,
  run: (folder: string, port: number) => Promise<Started>,
  chosenPort?: number,
): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), `dolores-${name}-`));
  await mkdir(join(folder, 'logs'));
  const port = chosenPort ?? (await freePort());
  const { child, reload } = await run(folder, port);
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(url, child);
  return {
    url,
    reload,
    logs: async () => {
      const files = (await readdir(join(folder, 'logs'))).map((file) => join(folder, 'logs', file));
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    },
    close: async () => {
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server behind it that returns the caller's address, and one answer of which waits in its middle. */
export async function startUpstream() {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const upstream = createServer((asked, answer) => {
    if (asked.url !== '/api/stream') return void answer.end(asked.headers['x-forwarded-for']);
    answer.write('first');
    void promise.then(() => answer.end('second'));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const close = async () => {
    upstream.closeAllConnections();
    upstream.close();
    await once(upstream, 'close');
  };
  return { url: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, goOn, close };
}

/** Gets without the decompression of `fetch`. */
export async function rawGet(url: string, encoding: string) {
  const asked = request(url, { headers: { 'accept-encoding': encoding }, agent: false });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { headers: answer.headers, body: Buffer.concat(parts) };
}

async function startNginx(folder: string, port: number, site: Site): Promise<Started> {
  const example = await readExample('nginx.conf');
  const replaced: [string, string][] = [
    ['/srv/dolores-site', site.folder],
    ['server 127.0.0.1:4321', `server ${new URL(site.server).host}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['server_name dolores.example;', ''],
    ['/var/log/nginx', join(folder, 'logs')],
  ];
  const ours = site.isAlone ? withoutServer(example) : example;
  return runExample(folder, ours, replaced, site.isSystemWide);
}

/** Runs nginx with an example of ours, in which these texts are replaced. Throws when it lacks one of them. */
async function runExample(
  folder: string,
  example: string,
  replaced: readonly (readonly [string, string])[],
  isSystemWide = false,
): Promise<Started> {
  let ours = example;
  for (const [from, to] of replaced) {
    if (!ours.includes(from)) throw new Error(`The example of nginx lacks ${from}`);
    ours = ours.replaceAll(from, to);
  }
  const nginx = findNginx();
  if (!nginx) throw new Error('There is no nginx');
  const child = await runNginx(nginx, folder, ours, isSystemWide);
  const reload = async () => {
    child.kill('SIGHUP');
    await pause(300);
  };
  return { child, reload };
}

/** Follows the end of the file about a host without our server. */
function withoutServer(ours: string): string {
  const alone = /^#( {3}location @server \{.*?^# {3}\})/ms.exec(ours)?.[1]?.replaceAll('\n#', '\n');
  if (alone === undefined) throw new Error('docs/hosting/nginx.conf lacks what a host alone has');
  return ours
    .replace(/^ {2}location @server \{[^}]*\}/m, alone)
    .split('\n')
    .filter((line) => !line.endsWith('# with our server'))
    .join('\n');
}

async function startCaddy(folder: string, port: number, site: Site): Promise<Started> {
  const file = fileURLToPath(new URL('../../docs/hosting/Caddyfile', import.meta.url));
  const admin = await freePort();
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    DOLORES_ADDRESS: `http://127.0.0.1:${port}`,
    DOLORES_ADMIN: `localhost:${admin}`,
    DOLORES_SITE: site.folder,
    DOLORES_SERVER: new URL(site.server).host,
    DOLORES_LOG: join(folder, 'logs/error.log'),
    DOLORES_ACCESS_LOG: join(folder, 'logs/access.log'),
    ...(site.isAlone ? { DOLORES_UNKNOWN: 'dolores_alone' } : {}),
  };
  const args = ['--config', file, '--adapter', 'caddyfile'];
  const program = findCaddy() ?? 'caddy';
  const child = spawn(program, ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.once('exit', (code) => {
    if (code) console.error(output);
  });
  const reload = async () => {
    const reloading = spawn(program, ['reload', '--address', `localhost:${admin}`, ...args], {
      env,
      stdio: 'ignore',
    });
    await once(reloading, 'exit');
  };
  return { child, reload };
}

async function readExample(name: string): Promise<string> {
  return readFile(new URL(`../../docs/hosting/${name}`, import.meta.url), 'utf8');
}
