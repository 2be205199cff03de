import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './process.ts';

/** A web server that runs with a file of `docs/hosting` in front of an exported folder. */
export type WebServer = {
  url: string;
  /** Reads its files anew, as after an export with new policies. */
  reload(): Promise<void>;
  /** Everything that it logged so far. */
  logs(): Promise<string>;
  close(): Promise<void>;
};

export type WebServerName = 'nginx' | 'caddy';

type Site = { folder: string; server: string; isAlone?: boolean };

/** Whether the program is installed here. */
export function isInstalled(name: WebServerName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

export async function startWebServer(name: WebServerName, site: Site): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), `dolores-${name}-`));
  const port = await freePort();
  const started = name === 'nginx' ? startNginx : startCaddy;
  const { child, reload } = await started(folder, port, site);
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return {
    url,
    reload,
    logs: async () => {
      const files = (await readdir(join(folder, 'logs'))).map((file) => join(folder, 'logs', file));
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server behind that tells who asks, and one answer of which waits in its middle. */
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

async function startNginx(folder: string, port: number, site: Site) {
  await mkdir(join(folder, 'logs'));
  let ours = await readExample('nginx.conf');
  for (const [from, to] of [
    ['/srv/dolores-site', site.folder],
    ['server 127.0.0.1:4321', `server ${new URL(site.server).host}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['server_name dolores.example;', ''],
    ['/var/log/nginx', join(folder, 'logs')],
  ] as const) {
    if (!ours.includes(from)) throw new Error(`docs/hosting/nginx.conf lacks ${from}`);
    ours = ours.replaceAll(from, to);
  }
  if (site.isAlone) ours = withoutServer(ours);
  const file = join(folder, 'nginx.conf');
  const args = ['-c', file, '-e', join(folder, 'logs/start.log')];
  await writeFile(file, nginxFile(folder, ours));
  if (!spawnSync('nginx', ['-t', ...args]).stderr.includes('successful')) {
    // The module of brotli is not installed everywhere.
    await writeFile(file, nginxFile(folder, ours.replace('brotli_static on;', '')));
  }
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const reload = async () => {
    child.kill('SIGHUP');
    await pause(300);
  };
  return { child, reload };
}

function nginxFile(folder: string, ours: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return [
    'include /etc/nginx/modules-enabled/*.conf;',
    // One process, which needs not be root.
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')};`,
    process.getuid?.() === 0 ? 'user root;' : '',
    'events { worker_connections 64; }',
    `http { ${temporary.join(' ')}\n${ours}\n}`,
  ].join('\n');
}

/** Does what the end of the file says about a host without our server. */
function withoutServer(ours: string): string {
  const alone = /^#( {3}location @server \{[^}]*\})/m.exec(ours)?.[1]?.replaceAll('\n#', '\n');
  if (alone === undefined) throw new Error('docs/hosting/nginx.conf lacks what a host alone has');
  return ours
    .replace(/^ {2}location @server \{[^}]*\}/m, alone)
    .split('\n')
    .filter((line) => !line.endsWith('# policies'))
    .join('\n');
}

async function startCaddy(folder: string, port: number, site: Site) {
  await mkdir(join(folder, 'logs'));
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
  const child = spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.once('exit', (code) => {
    if (code) console.error(said);
  });
  const reload = async () => {
    const reloading = spawn('caddy', ['reload', '--address', `localhost:${admin}`, ...args], {
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

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The web server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/robots.txt`).catch(() => undefined);
    if (answer) {
      await answer.arrayBuffer();
      return;
    }
    await pause(50);
  }
  throw new Error(`No web server answers at ${url}`);
}
