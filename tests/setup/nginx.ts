import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './process.ts';

const downloadLimitMilliseconds = 60_000;

/**
 * The installed nginx, else Debian's package, unpacked into a folder of this run: nothing of the system changes.
 * `undefined` where there is neither.
 */
export function findNginx(): string | undefined {
  if (works('nginx')) return 'nginx';
  if (!works('apt-get', '--version') || !works('dpkg', '--version')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dolores-nginx-package-'));
  // As root, apt downloads as another user.
  chmodSync(folder, 0o777);
  return unpack(folder, []) ?? unpack(folder, ownLists(folder));
}

/** An nginx on loopback that passes everything to `server` over connections that it keeps, with these lines beside. */
export async function startNginx(program: string, server: string, lines: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const log = join(folder, 'error.log');
  await writeFile(file, configuration(folder, log, port, server, lines));
  const args = ['-p', folder, '-c', file, '-e', log];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await pause(50);
  }
  return {
    url,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, log: string, port: number, server: string, lines: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
    daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${log};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http {
      ${temporary.join(' ')}
      access_log off; client_max_body_size 200m;
      upstream dolores { server ${new URL(server).host}; keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://dolores; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $host; proxy_next_upstream off; ${lines}
        }
      }
    }`;
}

/** Options that let apt keep its lists here, where the system has none. */
function ownLists(folder: string): string[] {
  const state = join(folder, 'state');
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  const options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${folder}`];
  run('apt-get', [...options, 'update'], folder);
  return options;
}

function unpack(folder: string, options: readonly string[]): string | undefined {
  run('apt-get', [...options, 'download', 'nginx'], folder);
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (file === undefined) return undefined;
  run('dpkg', ['-x', file, 'root'], folder);
  const program = join(folder, 'root/usr/sbin/nginx');
  return works(program) ? program : undefined;
}

function run(program: string, args: readonly string[], folder: string): void {
  spawnSync(program, args, { cwd: folder, timeout: downloadLimitMilliseconds });
}

function works(program: string, question = '-v'): boolean {
  return spawnSync(program, [question]).status === 0;
}
