import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './process.ts';

/** The program, and lines at the beginning of its file that load its modules. */
export type Nginx = { program: string; modules: string };

const downloadLimitMilliseconds = 60_000;

let found: { nginx: Nginx | undefined } | undefined;

/**
 * The installed nginx, else Debian's packages, unpacked into a folder of this run: nothing of the system changes.
 * `undefined` where there is neither.
 */
export function findNginx(): Nginx | undefined {
  found ??= { nginx: installedNginx() ?? unpackedNginx() };
  return found.nginx;
}

/** Runs nginx with the directives `http`, its files below `folder`, in one process that needs not be root. */
export async function runNginx(
  { program, modules }: Nginx,
  folder: string,
  http: string,
): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const text = (ours: string) => `
    ${modules}
    daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { ${temporary.join(' ')}\n${ours}\n}`;
  await mkdir(join(folder, 'logs'), { recursive: true });
  const file = join(folder, 'nginx.conf');
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'logs/start.log')];
  await writeFile(file, text(http));
  if (spawnSync(program, ['-t', ...args]).status !== 0) {
    // The module of brotli is not installed everywhere.
    await writeFile(file, text(http.replaceAll(/brotli_static \w+;/g, '')));
  }
  return spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** An nginx on loopback that passes everything to `server` over connections that it keeps, with these lines beside. */
export async function startNginx(nginx: Nginx, server: string, lines: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-nginx-'));
  const port = await freePort();
  const child = await runNginx(
    nginx,
    folder,
    `error_log ${join(folder, 'error.log')}; access_log off; client_max_body_size 200m;
      upstream dolores { server ${new URL(server).host}; keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://dolores; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $host; proxy_next_upstream off; ${lines}
        }
      }`,
  );
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(url, child);
  return {
    url,
    close: async () => {
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a web server answers at all. Throws when its process ends before. */
export async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
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

export async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function installedNginx(): Nginx | undefined {
  if (!works('nginx')) return undefined;
  return { program: 'nginx', modules: 'include /etc/nginx/modules-enabled/*.conf;' };
}

function unpackedNginx(): Nginx | undefined {
  if (!works('apt-get', '--version') || !works('dpkg', '--version')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dolores-nginx-package-'));
  // As root, apt downloads as another user.
  chmodSync(folder, 0o777);
  return unpackNginx(folder, []) ?? unpackNginx(folder, ownLists(folder));
}

/** Options that let apt keep its lists here, where the system has none. */
function ownLists(folder: string): string[] {
  const state = join(folder, 'state');
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  const options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${folder}`];
  run('apt-get', [...options, 'update'], folder);
  return options;
}

function unpackNginx(folder: string, options: readonly string[]): Nginx | undefined {
  unpack(folder, options, 'nginx');
  const program = join(folder, 'root/usr/sbin/nginx');
  if (!works(program)) return undefined;
  unpack(folder, options, 'libnginx-mod-http-brotli-static');
  const brotli = join(folder, 'root/usr/lib/nginx/modules/ngx_http_brotli_static_module.so');
  return { program, modules: existsSync(brotli) ? `load_module ${brotli};` : '' };
}

function unpack(folder: string, options: readonly string[], name: string): void {
  run('apt-get', [...options, 'download', name], folder);
  const file = readdirSync(folder).find((one) => one.startsWith(`${name}_`));
  if (file !== undefined) run('dpkg', ['-x', file, 'root'], folder);
}

function run(program: string, args: readonly string[], folder: string): void {
  spawnSync(program, args, { cwd: folder, timeout: downloadLimitMilliseconds });
}

function works(program: string, question = '-v'): boolean {
  return spawnSync(program, [question]).status === 0;
}
