import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DebianPackages, works } from './debianPackages.ts';
import { freePort } from './process.ts';

/** The program, lines at the beginning of its file that load its modules, and the folder of the system's files. */
export type Nginx = { program: string; modules: string; settings: string };

/** Debian's files of modules name them relative to the prefix, which is the folder of a run here. */
const systemModules = '/usr/share/nginx/modules';

let found: { nginx: Nginx | undefined } | undefined;

/**
 * The installed nginx if it has the module of brotli, else Debian's packages, unpacked into a folder of this run: nothing
 * of the system changes. `undefined` without either.
 */
export function findNginx(): Nginx | undefined {
  const hasBrotli = existsSync(join(systemModules, 'ngx_http_brotli_static_module.so'));
  found ??= {
    nginx: (hasBrotli ? installedNginx() : unpackedNginx()) ?? installedNginx(),
  };
  return found.nginx;
}

/**
 * Runs nginx with the directives `http`, its files below `folder`, in one process that needs not be root. With
 * `isSystemWide` they are within the file of the system's package.
 */
export async function runNginx(
  nginx: Nginx,
  folder: string,
  http: string,
  isSystemWide = false,
): Promise<ChildProcess> {
  const { program } = nginx;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const text = (ours: string) =>
    isSystemWide
      ? systemText(nginx, folder, `${temporary}\n${ours}`)
      : ownText(nginx, folder, `${temporary}\n${ours}`);
  await mkdir(join(folder, 'logs'), { recursive: true });
  if (existsSync(systemModules)) {
    await symlink(systemModules, join(folder, 'modules')).catch(ignoreExisting);
  }
  const file = join(folder, 'nginx.conf');
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'logs/start.log')];
  await writeFile(file, text(http));
  if (spawnSync(program, ['-t', ...args]).status !== 0) {
    // The module of brotli is not installed everywhere.
    await writeFile(file, text(http.replaceAll(/brotli_static \w+;/g, '')));
  }
  return spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function ownText({ modules }: Nginx, folder: string, http: string): string {
  return `
    ${modules}
    daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { ${http}\n}`;
}

/** Returns the file of the system, with our directives at the place of those of sites. */
function systemText({ modules, settings }: Nginx, folder: string, http: string): string {
  const file = readFileSync(join(settings, 'nginx.conf'), 'utf8');
  const sites = /include \/etc\/nginx\/conf\.d\/\*\.conf;/;
  if (!sites.test(file)) throw new Error(`${settings}/nginx.conf includes no sites`);
  return file
    .replace(/^user .*$/m, process.getuid?.() === 0 ? 'user root;' : '')
    .replace(/^pid .*$/m, `pid ${join(folder, 'pid')}; daemon off;`)
    .replace(/^include \/etc\/nginx\/modules-enabled.*$/m, () => modules)
    .replace(sites, () => http)
    .replace(/include \/etc\/nginx\/sites-enabled\/\*;/, '')
    .replaceAll('/var/log/nginx', join(folder, 'logs'))
    .replaceAll('/etc/nginx', settings);
}

/**
 * An nginx on loopback that passes everything to `server` over connections that it keeps, with these additional lines.
 */
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
  const settings = '/etc/nginx';
  return { program: 'nginx', modules: 'include /etc/nginx/modules-enabled/*.conf;', settings };
}

function unpackedNginx(): Nginx | undefined {
  const packages = DebianPackages.open('nginx');
  if (!packages?.unpack('nginx')) return undefined;
  const program = join(packages.root, 'usr/sbin/nginx');
  if (!works(program)) return undefined;
  packages.unpack('nginx-common');
  packages.unpack('libnginx-mod-http-brotli-static');
  const brotli = join(packages.root, 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so');
  const modules = existsSync(brotli) ? `load_module ${brotli};` : '';
  return { program, modules, settings: join(packages.root, 'etc/nginx') };
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
