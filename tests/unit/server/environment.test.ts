import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { demoEnvironment } from '#server/services/demo/demoFolder.ts';
import { problemsOf, productionEnvironment as production } from '../../setup/configProblems.ts';

describe('the environment', () => {
  it('removes white space around every value, as files with the line ends of Windows leave it', () => {
    const withReturns = Object.fromEntries(
      Object.entries({ ...production, PORT: '80', DATA_DIR: 'data', LOG_LEVEL: 'warn' }).map(
        ([name, value]) => [name, `\t${value}\r\n`],
      ),
    );
    expect(readConfig(withReturns)).toEqual(
      readConfig({ ...production, PORT: '80', DATA_DIR: 'data', LOG_LEVEL: 'warn' }),
    );
    const blank = { ...production, SECRET: ' ', MAIL_FROM: '\r', PUBLIC_URL: '\n' };
    expect(problemsOf(blank).map((problem) => problem.split(' ')[0])).toEqual([
      'PUBLIC_URL',
      'SECRET',
      'MAIL_FROM',
    ]);
  });

  it.each(['Production', 'PRODUCTION', 'prod', 'live', 'production;', '"production"', 'staging'])(
    'refuses the NODE_ENV %s, so that no development server starts by mistake',
    (word) => {
      const rule = 'NODE_ENV must be one of production, development, test';
      expect(problemsOf({ NODE_ENV: word })).toEqual([rule]);
      expect(() => demoEnvironment({ NODE_ENV: word })).toThrow(rule);
    },
  );

  it('allows no demo in production, and reads its environment without white space', () => {
    expect(() => demoEnvironment({ NODE_ENV: 'production\r' })).toThrow(
      'which production must not',
    );
    expect(demoEnvironment({ NODE_ENV: 'test', DATABASE_URL: ' ' })['DATA_DIR']).toBe('.data-demo');
    expect(demoEnvironment({ DATA_DIR: ' other\r' })['DATA_DIR']).toBe('other');
  });

  it.each([
    ['https://dolores.example/', 'https://dolores.example'],
    ['HTTPS://Dolores.Example:443', 'https://dolores.example'],
    ['http://[::1]:4321/', 'http://[::1]:4321'],
  ])('reads the address %s as browsers write its origin', (address, origin) => {
    expect(readConfig({ PUBLIC_URL: address }).publicUrl).toBe(origin);
  });

  it.each([
    ['https://dolores.example/chat', 'must be a scheme and a host only'],
    ['https://dolores.example/?', 'must be a scheme and a host only'],
    ['https://dolores.example?a=b', 'must be a scheme and a host only'],
    ['https://dolores.example#a', 'must be a scheme and a host only'],
    ['https://user:password@dolores.example', 'must be a scheme and a host only'],
    ['https://', 'must be an address with a host'],
    ['https:///dolores.example', 'must be an address with a host'],
    ['https://?a', 'must be an address with a host'],
    ['https://dolores\n.example', 'must be an address with a host'],
    ['https://dolores.example:port', 'must be an address with a host'],
    ['dolores.example', 'must begin with http:// or https://'],
  ])('refuses the public address %j', (address, rule) => {
    expect(problemsOf({ ...production, PUBLIC_URL: address })).toEqual([
      expect.stringContaining(`PUBLIC_URL ${rule}`),
    ]);
  });

  it.each(['OPENAI_BASE_URL', 'API_URL', 'S3_ENDPOINT', 'MODERATION_URL', 'SEARXNG_URL'])(
    'refuses a host that is missing in %s',
    (name) => {
      expect(problemsOf({ [name]: 'http:///v1' })).toEqual([
        `${name} must be an address with a host, without white space`,
      ]);
    },
  );
});
