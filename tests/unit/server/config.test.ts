import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { problemsOf, productionEnvironment as production } from '../../setup/configProblems.ts';

describe('the configuration', () => {
  it('needs no settings on one machine: embedded database, mailbox, sandbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      publicUrl: 'http://localhost:4321',
      databaseUrl: undefined,
      smtpUrl: undefined,
      providers: [],
      sandboxModels: true,
      startingCredits: 10,
      startsPerDay: { network: 10, all: 500 },
      searchAtStart: true,
    });
    expect(readConfig({})).toEqual(config);
    expect(readConfig({ SEARCH_AT_START: 'no' })).toMatchObject({ searchAtStart: false });
  });

  it('reads the days of a sharing event, and its discount', () => {
    const days = '2027-01-01/2027-01-31';
    const sharing = { from: '2027-01-01', to: '2027-01-31', percentOff: 20 };
    expect(readConfig({}).operator.sharing).toBeUndefined();
    expect(readConfig({ SHARING_EVENT: days }).operator.sharing).toEqual(sharing);
    expect(
      readConfig({ SHARING_EVENT: days, SHARING_PERCENT: '35' }).operator.sharing,
    ).toMatchObject({ percentOff: 35 });
    for (const wrong of [
      '2027-01-01',
      '2027-02-01/2027-01-31',
      '2027-01-01/2027-02-30',
      `${days}/`,
    ]) {
      expect(problemsOf({ SHARING_EVENT: wrong })).toHaveLength(1);
    }
    expect(problemsOf({ SHARING_PERCENT: '19' })).toHaveLength(1);
  });

  it('exports to a bucket only with its keys', () => {
    expect(problemsOf({ EXPORT_TO: 's3://bucket/site' })).toEqual([
      'EXPORT_TO is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing',
    ]);
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    expect(readConfig({ EXPORT_TO: 's3://bucket/site', ...keys })).toMatchObject({
      exportTo: 's3://bucket/site',
      s3: { endpoint: undefined, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'key' },
    });
    expect(readConfig({ EXPORT_TO: '/srv/site' })).toMatchObject({ exportTo: '/srv/site' });
  });

  it('offers Google with both parts of a client, and takes only issuers with TLS or on this machine', () => {
    expect(readConfig({}).google).toBeUndefined();
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readConfig(client).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    ]);
    expect(problemsOf({ ...client, GOOGLE_ISSUER: 'http://127.0.0.1:9' })).toEqual([]);
    for (const issuer of ['http://issuer.example', 'http://10.0.0.1']) {
      expect(problemsOf({ ...client, GOOGLE_ISSUER: issuer })).toEqual([
        'GOOGLE_ISSUER must begin with https://, except on this machine',
      ]);
    }
  });

  it('takes payments by Stripe with a key and one or two secrets, and its address from tests', () => {
    expect(readConfig({}).stripe).toBeUndefined();
    const account = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    };
    expect(readConfig(account).stripe).toEqual({
      secretKey: 'sk_test_0123456789abcdef',
      webhookSecrets: ['whsec_0123456789abcdef'],
      apiUrl: undefined,
    });
    const rotation = 'whsec_0123456789abcdef, whsec_fedcba9876543210';
    const rotated = readConfig({ ...account, STRIPE_WEBHOOK_SECRET: rotation }).stripe;
    expect(rotated?.webhookSecrets).toEqual(rotation.split(', '));
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef' })).toEqual([
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together',
    ]);
    expect(problemsOf({ ...account, STRIPE_SECRET_KEY: 'pk_live_0123456789abcdef' })).toEqual([
      'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_',
    ]);
    for (const wrong of ['secret_of_something', `${rotation},whsec_aaaaaaaaaaaaaaaa`]) {
      expect(problemsOf({ ...account, STRIPE_WEBHOOK_SECRET: wrong })).toEqual([
        'STRIPE_WEBHOOK_SECRET must be one or two secrets that begin with whsec_',
      ]);
    }
    expect(problemsOf({ ...account, STRIPE_API_HOST: 'http://127.0.0.1:9' })).toEqual([]);
    expect(problemsOf({ ...account, STRIPE_API_HOST: 'http://stripe.example' })).toEqual([
      'STRIPE_API_HOST must begin with https://, except on this machine',
    ]);
  });

  it('takes payments by WeChat Pay with its whole account, and messages over TLS only', () => {
    const account = {
      PUBLIC_URL: 'https://dolores.example',
      WECHAT_MCHID: '1900000109',
      WECHAT_APPID: 'wx1',
      WECHAT_SERIAL: '3775',
      WECHAT_PRIVATE_KEY: '/etc/key.pem',
      WECHAT_API_KEY: '0123456789abcdef0123456789abcdef',
      WECHAT_VERIFIERS: 'PUB_KEY_ID_1=/etc/new.pem, 5157=/etc/old.pem',
    };
    expect(readConfig({}).wechat).toBeUndefined();
    expect(readConfig(account).wechat).toEqual({
      mchid: '1900000109',
      appid: 'wx1',
      serial: '3775',
      privateKeyFile: '/etc/key.pem',
      apiKey: account.WECHAT_API_KEY,
      verifiers: { PUB_KEY_ID_1: '/etc/new.pem', 5157: '/etc/old.pem' },
      apiUrl: undefined,
    });
    expect(problemsOf({ ...account, WECHAT_SERIAL: '' })[0]).toContain('must be set together');
    expect(problemsOf({ ...account, WECHAT_API_KEY: 'short' })).toEqual([
      'WECHAT_API_KEY must have 32 characters',
    ]);
    expect(problemsOf({ ...account, WECHAT_VERIFIERS: '/etc/new.pem' })).toEqual([
      'WECHAT_VERIFIERS must be id=file, several separated by commas',
    ]);
    expect(problemsOf({ ...account, PUBLIC_URL: 'http://dolores.example' })).toEqual([
      'WeChat Pay sends its messages to https:// only: PUBLIC_URL must begin with it',
    ]);
    const local = { WECHAT_API_HOST: 'http://127.0.0.1:9' };
    expect(problemsOf({ ...account, ...local, PUBLIC_URL: 'http://localhost' })).toEqual([]);
    expect(problemsOf({ ...account, WECHAT_API_HOST: 'http://wechat.example' })).toEqual([
      'WECHAT_API_HOST must begin with https://, except on this machine',
    ]);
  });

  it('refuses weak keys of webhooks: too short, or from an address without TLS', () => {
    const wrongSecret = 'REPLICATE_WEBHOOK_SECRET must be whsec_ and at least 16 bytes in Base64';
    for (const secret of ['whsec_', 'whsec_c2hvcnQ=', 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!']) {
      expect(problemsOf({ REPLICATE_WEBHOOK_SECRET: secret })).toEqual([wrongSecret]);
    }
    expect(problemsOf({ REPLICATE_WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODw==' })).toEqual([]);
    expect(problemsOf({ FAL_WEBHOOK_KEYS_URL: 'http://keys.example/jwks.json' })).toEqual([
      'FAL_WEBHOOK_KEYS_URL must begin with https://, except on this machine',
    ]);
  });

  it('keeps media in a folder, or in a bucket with its keys', () => {
    expect(readConfig({ DATA_DIR: '/srv/data' }).mediaStore).toBe('/srv/data/media');
    expect(readConfig({ MEDIA_STORE: '/srv/shared/' }).mediaStore).toBe('/srv/shared');
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    expect(readConfig({ MEDIA_STORE: 's3://media/chat/', ...keys }).mediaStore).toBe(
      's3://media/chat',
    );
    expect(problemsOf({ MEDIA_STORE: 's3:media', ...keys })).toEqual([
      'MEDIA_STORE must be a folder or s3://bucket/prefix',
    ]);
    expect(problemsOf({ MEDIA_STORE: 's3://media' })).toEqual([
      'MEDIA_STORE is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing',
    ]);
  });

  it('takes the abilities of a compatible server from its operator only', () => {
    const inputsOf = (value: string) =>
      readConfig({ COMPATIBLE_BASE_URL: 'http://localhost:1/v1', COMPATIBLE_INPUTS: value })
        .providers[0]?.inputs;
    expect(inputsOf('')).toEqual([]);
    expect(inputsOf('pdf, image')).toEqual(['image', 'pdf']);
    expect(
      problemsOf({ COMPATIBLE_BASE_URL: 'http://localhost:1/v1', COMPATIBLE_INPUTS: 'sound' }),
    ).toEqual(['COMPATIBLE_INPUTS must be of image, pdf, separated by commas']);
  });

  it('names everything that is missing in production at once', () => {
    const missing = problemsOf({ NODE_ENV: 'production' });
    const names = ['PUBLIC_URL', 'SECRET', 'SMTP_URL', 'MAIL_FROM', 'OPENAI_API_KEY'];
    expect(missing).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(missing[index]).toContain(name);
    expect(problemsOf({ ...production, SECRET: 'short' })).toEqual([
      'SECRET is too short: at least 32 random characters',
    ]);
  });

  it.each(['short', 'x'.repeat(40), 'abc'.repeat(20), '0123456789abcdef'.repeat(2)])(
    'refuses the secret %s in every setting, and names all problems at once',
    (secret) => {
      const problems = problemsOf({ SECRET: secret, OPERATOR_TOKEN: secret });
      expect(problems).toEqual([
        expect.stringMatching(/^SECRET is (?:too short|repetitive): at least 32 random characters/),
        expect.stringMatching(/^OPERATOR_TOKEN is (?:too short|repetitive): at least 32 random/),
      ]);
    },
  );

  it('takes the secrets that openssl prints', () => {
    for (const secret of [
      '9f86d081884c7d659a2feaa0c55ad015',
      'kX3vZ0m1Q8n5c2W7y4T6r9B0a3D5f8H1J2k4L6=',
    ]) {
      expect(problemsOf({ SECRET: secret, OPERATOR_TOKEN: secret })).toEqual([]);
    }
  });

  it('requires an encrypted address in production, except on this machine', () => {
    for (const address of ['http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:80']) {
      expect(problemsOf({ ...production, PUBLIC_URL: address })).toEqual([]);
    }
    for (const address of [
      'http://dolores.example',
      'http://localhost.example',
      'http://10.0.0.1',
    ]) {
      expect(problemsOf({ ...production, PUBLIC_URL: address })).toEqual([
        'PUBLIC_URL must begin with https:// in production, except on this machine',
      ]);
    }
  });

  it('has no sandbox in production', () => {
    const config = readConfig(production);
    expect(config.sandboxModels).toBe(false);
    expect(config.publicUrl).toBe('https://dolores.example');
    expect(config.providers.map(({ name }) => name)).toEqual(['anthropic']);
  });

  it('takes limits of questions for all tiers, or for each', () => {
    const limits = (value: string) => readConfig({ QUESTIONS_PER_DAY: value }).questionsPerDay;
    expect(limits('7')).toEqual({ free: 7, basic: 7, pro: 7 });
    expect(limits('1, 2,0')).toEqual({ free: 1, basic: 2, pro: 0 });
    for (const wrong of ['1,2', 'many', '1,,2', '-1', '1,2,3,4']) {
      expect(problemsOf({ QUESTIONS_PER_DAY: wrong })).toHaveLength(1);
    }
  });

  it('names each wrong value and its rule', () => {
    const problems = problemsOf({
      PORT: '80a',
      DATABASE_URL: 'mysql://localhost',
      LOG_LEVEL: 'loud',
      IDLE_SECONDS: '0',
      SOCIAL_URLS: 'https://one.example, ftp://two.example',
    });
    expect(problems.toSorted()).toEqual([
      'DATABASE_URL must begin with postgres:// or postgresql://',
      'IDLE_SECONDS must be a number from 0.1 to 600',
      'LOG_LEVEL must be one of silent, error, warn, info, debug',
      'PORT must be a whole number from 0 to 65535',
      'SOCIAL_URLS must be https:// addresses, separated by commas',
    ]);
  });
});

it('takes the country of the seller in any case, and refuses other words', () => {
  const read = (country: string) => readConfig({ SELLER_COUNTRY: country }).operator.sellerCountry;
  expect([read('de'), read(' FR ')]).toEqual(['DE', 'FR']);
  expect(() => read('Germany')).toThrow('SELLER_COUNTRY must be a country of two letters');
});

it('takes a direct address, a replica and a CDN only with what they belong to', () => {
  const url = 'postgresql://dolores@10.0.0.5/dolores';
  expect(
    problemsOf({ DATABASE_URL: url, DIRECT_DATABASE_URL: url, READ_DATABASE_URL: url }),
  ).toEqual([]);
  expect(
    problemsOf({ DIRECT_DATABASE_URL: url, READ_DATABASE_URL: url, RELEASE_STORE: 's3://bucket' }),
  ).toEqual([
    'DIRECT_DATABASE_URL is the database of DATABASE_URL, which is missing',
    'READ_DATABASE_URL is a replica of DATABASE_URL, which is missing',
    'RELEASE_STORE is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing',
  ]);
  expect(problemsOf({ CDN_PURGE_URL: 'http://cdn.example/purge' })).toEqual([
    'CDN_PURGE_URL must begin with https://, except on this machine',
    'CDN_PURGE_URL needs CDN_PURGE_TOKEN',
  ]);
});
