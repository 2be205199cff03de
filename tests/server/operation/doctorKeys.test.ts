import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buckets } from '#server/services/doctor/buckets.ts';
import type { ConfigCheck, Finding } from '#server/services/doctor/findings.ts';
import { otherKeys } from '#server/services/doctor/otherKeys.ts';
import { type S3Server, startS3Server } from '../../setup/s3Server.ts';

const good = 'good-key-0123456789-abcd';
const wrong = 'wrong-key-0123456789-wxyz';
const empty = 'empty-key-0123456789-efgh';

/** The response of each provider for a good key, and for that of an empty account. */
const responses: Readonly<Record<string, { good: [number, unknown]; empty: [number, unknown] }>> = {
  'GET /suno/api/v1/generate/credit': {
    good: [200, { code: 200, data: 12 }],
    empty: [200, { code: 200, data: 0 }],
  },
  'GET /luma/files?limit=1': {
    good: [200, { data: [], has_more: false }],
    empty: [402, { detail: 'Insufficient credits' }],
  },
  'GET /luma/dream-machine/v1/credits': {
    good: [200, { credit_balance: 5 }],
    empty: [200, { credit_balance: 0 }],
  },
  'GET /replicate/account': {
    good: [200, { type: 'user', username: 'dolores' }],
    empty: [402, {}],
  },
  'GET /tavily/usage': { good: [200, { account: { plan_usage: 1 } }], empty: [432, {}] },
  'POST /moderation': {
    good: [200, { results: [{ flagged: false }] }],
    empty: [429, { error: { code: 'insufficient_quota' } }],
  },
};

let url: string;
let storage: S3Server;
const server = createServer((request, response) => {
  const [status, body] = respond(request);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

/** Suno refuses a key with status 200. */
function respond({ method, url: path = '', headers }: IncomingMessage): [number, unknown] {
  const found = responses[`${method} ${path}`];
  if (found === undefined) return [404, { message: 'There is nothing here' }];
  if (headers.authorization === `Bearer ${good}`) return found.good;
  if (headers.authorization === `Bearer ${empty}`) return found.empty;
  return path.startsWith('/suno') ? [200, { code: 401 }] : [401, { message: 'Unauthorized' }];
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = await startS3Server();
  storage.missing.add('gone');
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await storage.close();
});

function check(one: ConfigCheck, environment: Record<string, string>): Promise<Finding[]> {
  return one.run(readConfig({ DATA_DIR: '/nowhere', ...environment }));
}

/** A configuration with a provider of each kind, all with one key. */
function allKeys(key: string): Record<string, string> {
  return {
    SUNO_API_KEY: key,
    SUNO_BASE_URL: `${url}/suno`,
    LUMA_API_KEY: key,
    LUMA_BASE_URL: `${url}/luma`,
    REPLICATE_API_TOKEN: key,
    REPLICATE_BASE_URL: `${url}/replicate`,
    TAVILY_API_KEY: key,
    TAVILY_BASE_URL: `${url}/tavily`,
    MODERATION_URL: `${url}/moderation`,
    MODERATION_API_KEY: key,
  };
}

const names = ['suno', 'luma', 'replicate', 'tavily', 'moderation'];

describe('the check of other keys', () => {
  it.each([
    [good, 'ok', /takes our key|answered/],
    [wrong, 'problem', /refuses our key/],
    [empty, 'problem', /The account of .* is empty/],
  ])('says of each provider whether it takes %s', async (key, level, text) => {
    for (const base of ['luma', 'luma/dream-machine/v1']) {
      const found = await check(otherKeys, { ...allKeys(key), LUMA_BASE_URL: `${url}/${base}` });
      expect(found).toHaveLength(names.length);
      for (const name of names) {
        const finding = found.find((one) => one.text.includes(`${name} (…${key.slice(-4)})`));
        expect(finding, name).toMatchObject({ level, text: expect.stringMatching(text) });
      }
      expect(JSON.stringify(found)).not.toContain(key);
    }
  });

  it('says which keys it does not check', async () => {
    const found = await check(otherKeys, {
      FAL_KEY: good,
      BRAVE_API_KEY: good,
      SUNO_API_KEY: good,
      SUNO_BASE_URL: `${url}/elsewhere`,
    });
    expect(found.map(({ level, text }) => `${level}: ${text}`).toSorted()).toEqual([
      'ok: Not checked: the key of brave (…abcd), because no call with it is free',
      'ok: Not checked: the key of fal (…abcd), because no call with it is free',
      'ok: Not checked: the key of suno (…abcd): it answered 404',
    ]);
  });

  it('warns of a provider that cannot be reached', async () => {
    const found = await check(otherKeys, {
      TAVILY_API_KEY: good,
      TAVILY_BASE_URL: 'http://[::1]:9',
    });
    expect(found).toMatchObject([{ level: 'warning', text: expect.stringContaining('reached') }]);
  });
});

describe('the check of buckets', () => {
  const places = (bucket: string) => ({
    S3_ENDPOINT: storage.config.endpoint ?? '',
    S3_REGION: storage.config.region,
    S3_ACCESS_KEY_ID: storage.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.config.secretAccessKey,
    RELEASE_STORE: `s3://${bucket}/site`,
    BACKUP_TO: `s3://${bucket}/copies`,
  });

  it('stores a file where releases are, and only lists where backups are', async () => {
    storage.objects.set('files/copies/2027.backup', { body: Buffer.from('a'), headers: {} });
    const found = await check(buckets, places('files'));
    expect(found.map(({ level, text }) => [level, text])).toEqual([
      ['ok', 'The bucket of RELEASE_STORE (files) takes files'],
      ['ok', expect.stringContaining('BACKUP_TO (files) can be listed; not checked')],
    ]);
    expect(storage.done.filter((done) => done.includes('copies'))).toEqual([]);
    expect([...storage.objects.keys()]).toEqual(['files/copies/2027.backup']);
  });

  it('names each bucket that does not exist', async () => {
    const found = await check(buckets, places('gone'));
    expect(found.map(({ level }) => level)).toEqual(['problem', 'problem']);
    expect(found.map(({ text }) => text).join('\n')).toMatch(/RELEASE_STORE.*\n.*BACKUP_TO/);
  });
});
