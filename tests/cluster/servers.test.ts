import { type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '#server/services/login/session.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { checkAnswers } from '../setup/answerKills.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { endProcess, findNginx, runNginx, waitForAnswer } from '../setup/nginx.ts';
import { type OperatorHost, hostOperator } from '../setup/operatorProcess.ts';
import { receiveAnswer } from '../setup/persistentReader.ts';
import {
  type ServerProcess,
  type WorkerProcess,
  freePort,
  startServerProcess,
  startWorkerProcess,
} from '../setup/process.ts';
import { type S3Server, startS3Server } from '../setup/s3Server.ts';

/** Questions of one user in a minute, on all servers together. */
const questionsPerMinute = 12;

let folder: string;
let database: TestDatabase;
let storage: S3Server;
let nginx: ChildProcess;
let site: string;
let gptId: string;
const servers: ServerProcess[] = [];
const workers: WorkerProcess[] = [];
/** The command line on the machine of the second server, which renders nothing. */
let operator: OperatorHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-servers-'));
  database = await createTestDatabase();
  storage = await startS3Server();
  site = `http://localhost:${await freePort()}`;
  const ports = [await freePort(), await freePort()];
  servers.push(await startServerProcess(ports[0] ?? 0, environmentOf('first', 'yes')));
  servers.push(await startServerProcess(ports[1] ?? 0, environmentOf('second', 'no')));
  workers.push(await startWorkerProcess(environmentOf('worker1', 'no')));
  workers.push(await startWorkerProcess(environmentOf('worker2', 'no')));
  operator = hostOperator({ ...process.env, ...environmentOf('second', 'no') });
  nginx = await startBalancer(ports);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from gpt order by id limit 1',
  );
  gptId = rows[0]?.id ?? '';
});

afterAll(async () => {
  await endProcess(nginx);
  for (const process of [...workers, ...servers]) await process.end('SIGTERM');
  await storage.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('two servers and two workers behind nginx', () => {
  it('answer questions, also for readers who come back at the other server', async () => {
    const asked = Array.from({ length: 20 }, async (_, index) => {
      // Readers leave after eight seconds.
      const text = index < 5 ? 'sandbox: pause 9000' : 'sandbox: fast 300';
      return receiveAnswer({ urls: [site], cookie: await newCookie(), text });
    });
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ end }) => end.state))).toEqual(new Set(['finished']));
    expect(answers.filter(({ connections }) => connections > 1).length).toBeGreaterThanOrEqual(5);
    await checkAnswers(database, answers);
  });

  it('count the questions of a user together', async () => {
    const cookie = await newCookie();
    const statuses: number[] = [];
    for (let count = 0; count < questionsPerMinute + 4; count += 1) {
      const response = await call(site, cookie, '/api/chat/questions', {
        request_id: randomUUID(),
        target: { model: 'gpt-4o-mini' },
        text: 'sandbox: fast 1',
      });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(questionsPerMinute);
    expect(statuses.slice(questionsPerMinute)).toEqual([429, 429, 429, 429]);
  });

  it('sign a user out everywhere', async () => {
    const cookie = await newCookie();
    const statusAt = async (url: string) =>
      (await fetch(`${url}/api/account`, { headers: { cookie } })).status;
    expect(await Promise.all(servers.map(({ url }) => statusAt(url)))).toEqual([200, 200]);
    await fetch(`${site}/logout`, { headers: { cookie, origin: site }, redirect: 'manual' });
    expect(await Promise.all(servers.map(({ url }) => statusAt(url)))).toEqual([401, 401]);
  });

  it('make each picture once', async () => {
    const asked = Array.from({ length: 8 }, async () =>
      receiveAnswer({ urls: [site], cookie: await newCookie(), text: 'A tree', model: 'dall-e-3' }),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ end }) => end.state))).toEqual(new Set(['finished']));
    const { rows } = await database.pool.query<{ files: number }>(
      'select count(*)::int as files from media_file',
    );
    expect(rows[0]?.files).toBe(8);
    expect(storage.done.filter((line) => line.startsWith('PUT media/'))).toHaveLength(8);
  });

  it('serve one release, which one of them has rendered', async () => {
    await publish('Edition one');
    expect(await shownNames('Edition one')).toEqual(['Edition one', 'Edition one']);
    const rendered = servers.map((server) => /Published release/.test(server.output()));
    expect(rendered).toEqual([true, false]);
  });

  it('are rolled back by a command on one of them, and continue by another one', async () => {
    await publish('Edition two');
    expect(await shownNames('Edition two')).toEqual(['Edition two', 'Edition two']);
    expect(await operator.run('site', 'rollback')).toMatchObject({ status: 0 });
    expect(await shownNames('Edition one')).toEqual(['Edition one', 'Edition one']);
    await edit('Edition three');
    await requestPublish(database.query, { by: 'the test', isAutomatic: true });
    expect(await operator.run('site', 'resume')).toMatchObject({ status: 0 });
    expect(await shownNames('Edition three')).toEqual(['Edition three', 'Edition three']);
  });
});

function environmentOf(name: string, publishAtStart: string): Record<string, string> {
  const { endpoint = '', region, accessKeyId, secretAccessKey } = storage.config;
  return {
    DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    PUBLIC_URL: site,
    SECRET: 'Qm3vT9xLr2Kp7WzYb5Nc8HdFs4Jg6AeU',
    OPERATOR_TOKEN: 'Zk8sR2mWq5Xt9LdVb3Nf7HcYp4Jg6TeA',
    TRUSTED_PROXIES: '1',
    PUBLISH_AT_START: publishAtStart,
    QUESTIONS_PER_MINUTE: String(questionsPerMinute),
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    MEDIA_STORE: 's3://media/files',
    RELEASE_STORE: 's3://releases/site',
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
  };
}

async function startBalancer(ports: readonly number[]): Promise<ChildProcess> {
  const found = findNginx();
  if (!found) throw new Error('nginx is missing: apt-get install nginx');
  const { port } = new URL(site);
  const upstreams = ports.map((one) => `server localhost:${one};`).join(' ');
  const child = await runNginx(
    found,
    join(folder, 'nginx'),
    `error_log ${join(folder, 'nginx.log')}; access_log off; client_max_body_size 200m;
      upstream dolores { ${upstreams} keepalive 16; }
      server {
        listen 127.0.0.1:${port}; listen [::1]:${port};
        location / {
          proxy_pass http://dolores; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
          proxy_buffering off; proxy_read_timeout 1h;
        }
      }`,
  );
  await waitForAnswer(site, child);
  return child;
}

async function newCookie(): Promise<string> {
  const userId = await createUser(database, 1_000);
  return `session=${await startSession(database.query, userId, new Date())}`;
}

function call(url: string, cookie: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { cookie, origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function edit(name: string): Promise<void> {
  await database.pool.query('update gpt set name = $1 where id = $2', [name, gptId]);
}

async function publish(name: string): Promise<void> {
  await edit(name);
  await requestPublish(database.query, { by: 'the test', isAutomatic: false });
}

/** Waits until both servers show this name, and returns the names that they show. */
async function shownNames(expected: string): Promise<string[]> {
  const shown = () =>
    Promise.all(
      servers.map(async ({ url }) => {
        const page = await (await fetch(`${url}/en/gpts/${gptId}`)).text();
        return /Edition \w+/.exec(page)?.[0] ?? '';
      }),
    );
  await expect
    .poll(shown, { timeout: 240_000, interval: 500 })
    .toEqual(servers.map(() => expected));
  return shown();
}
