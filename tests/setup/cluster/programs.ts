import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's packages with the programs of a cluster. Debian starts some of them at once: `systemctl disable --now …`. */
const packages = 'patroni etcd-server haproxy postgresql-15 pgbouncer nginx';

export const binFolder = '/usr/lib/postgresql/15/bin';

const programs = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  `${binFolder}/postgres`,
  `${binFolder}/pg_basebackup`,
];

/** Throws a sentence that names the packages, unless all programs are installed. */
export function requirePrograms(): void {
  const missing = programs.filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  throw new Error(`Missing: ${missing.join(', ')}. Install them: apt-get install ${packages}`);
}

/** PostgreSQL refuses root: then its processes run as the user that Debian's package made. */
export function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
}
