import { describe, expect, it } from 'vitest';
import { secretRedactor } from '#server/redactSecrets.ts';
import { safePath } from '#server/routes/logRequests.ts';
import { findLeaks } from '../../setup/logLeaks.ts';

describe('the log', () => {
  it('replaces keys, secrets and passwords of the environment, the longest first', () => {
    const redact = secretRedactor({
      OPENAI_API_KEY: 'sk-one-0123456789, sk-one-0123456789-more',
      SECRET: 'a secret of many words is one too',
      OPERATOR_TOKEN: 'token-0123456789',
      SMTP_URL: 'smtps://user:pass%2Fword-1@mail.test:465',
      DATABASE_URL: 'postgres://localhost/dolores',
      GROQ_API_KEY: 'none',
      PORT: '4321',
    });
    expect(redact('"sk-one-0123456789-more" and sk-one-0123456789')).toBe('"…" and …');
    expect(redact('pass%2Fword-1 pass/word-1 token-0123456789')).toBe('… … …');
    expect(redact('none of 4321')).toBe('none of 4321');
  });

  it('has paths of pages without ids of shared conversations and without addresses', () => {
    expect(safePath('/en/s/a1B2c3D4')).toBe('/en/s/:id');
    expect(safePath('/s/a1B2c3D4/x')).toBe('/s/:id/x');
    expect(safePath('/en/gpts/regex-workbench')).toBe('/en/gpts/regex-workbench');
    expect(safePath('/leave/somebody@example.org/now')).toBe('/leave/:text/now');
    expect(safePath('/leave/somebody%40example.org')).toBe('/leave/:text');
  });
});

describe('the search for private things in a log', () => {
  const known = { codes: ['4711'], secrets: ['s3cr3t'], texts: ['a question of somebody'] };
  const line = (fields: object) =>
    JSON.stringify({ level: 30, time: 1_764_500_004_711, ...fields });

  it.for<[string, object]>([
    ['an e-mail address', { error: 'no mailbox for somebody@example.org' }],
    ['a query', { route: '/login?code=1' }],
    ['a code', { reason: 'the code 4711 is wrong' }],
    ['a gift code', { reason: 'ABCD-EFGH-JKMN-PQRS' }],
    ['a token', { reason: 'aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3' }],
    ['a secret or a text', { nested: [{ key: 'xs3cr3tx' }] }],
    ['a secret or a text', { reason: 'failed: a question of somebody' }],
  ])('finds %s', ([name, fields]) => {
    expect(findLeaks(line(fields), known)).toEqual([`${name}: ${line(fields)}`]);
  });

  it('finds lines that are no JSON, and nothing in ids, digests and figures', () => {
    expect(findLeaks('(node:4711) Warning\n', known)).toEqual(['no JSON: (node:4711) Warning']);
    const harmless = {
      answer: '0a1b4711-4711-4711-8711-0a1b2c3d4711',
      release: '20261130T014711-0123456789abcdef',
      milliseconds: 4711,
      route: '/api/chat/conversations/:id',
    };
    expect(findLeaks(`${line(harmless)}\n`, known)).toEqual([]);
  });
});
