import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { query } from '../../setup/embedded.ts';

const owner = fileURLToPath(new URL('../../fixtures/embeddedOwner.ts', import.meta.url));

it.runIf(process.getuid?.() === 0)(
  'makes a database as a user id without an entry in /etc/passwd, or names the package to install',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'dolores-nameless-'));
    await chmod(home, 0o777);
    const child = spawn(process.execPath, [owner, join(home, 'data')], {
      uid: 54_321,
      gid: 0,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const errors: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
    const printed = once(createInterface({ input: child.stdout }), 'line');
    const url: unknown = await Promise.race([printed.then(([line]) => line), ended]);
    if (typeof url === 'string') {
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } else {
      expect(errors.join('\n')).toContain(
        'as the user id 54321, which has no entry in /etc/passwd: install the package libnss-wrapper',
      );
    }
    child.kill('SIGKILL');
    await ended;
    // A database outlives its owner until the next start.
    const lock = await readFile(join(home, 'data/postgres/postmaster.pid'), 'utf8').catch(() => '');
    if (lock !== '') process.kill(Number.parseInt(lock, 10), 'SIGINT');
    await rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  },
);
