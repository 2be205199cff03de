import { parse } from 'csv-parse/sync';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { TestBrowser } from '../../setup/testBrowser.ts';

const groupedCode = /^([2-9A-HJKMNP-TW-Z]{4}-){3}[2-9A-HJKMNP-TW-Z]{4}$/;

let server: AccountServer;
let operator: OperatorShell;

beforeAll(async () => {
  server = await startAccountServer();
  operator = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await operator.close();
  await server.close();
});

async function run(...args: string[]): Promise<string> {
  const { status, out, err } = await operator.run('codes', ...args);
  expect([status, err.replace(/^Batch \d+: .* Shown this once\.\n$/, '')]).toEqual([0, '']);
  return out;
}

async function issue(...args: string[]): Promise<{ codes: string[]; batch: string }> {
  const { status, out, err } = await operator.run('codes', 'issue', ...args);
  expect(status).toBe(0);
  const [, batch = ''] = /^Batch (\d+): /.exec(err) ?? [];
  return { codes: out.trim().split('\n'), batch };
}

async function redeem(code: string): Promise<{ code: number; msg: string }> {
  const { cookie } = await server.signIn(0);
  const browser = new TestBrowser(server.url, { cookie: `${cookie}; lang=en` });
  const { json } = await browser.post(`/api/product/code?code=${code}`);
  return json as { code: number; msg: string };
}

/** The row of a batch in the list, by the names of its columns. */
async function listed(batch: string): Promise<Record<string, string>> {
  const rows = parse<Record<string, string>>(await run('list', '--csv'), { columns: true });
  return rows.find((row) => row['batch'] === batch) ?? {};
}

async function lastAudit() {
  const [row] = await server.database.query
    .select()
    .from(auditEntry)
    .orderBy(desc(auditEntry.id))
    .limit(1);
  return row;
}

/** The day some days from now, in UTC. */
function dayIn(count: number): string {
  const day = new Date(server.platform.now().getTime() + count * 86_400_000);
  return day.toISOString().slice(0, 10);
}

describe('codes issue', () => {
  it.each([
    ['credits:200', '200 credits were added'],
    ['credit_500', '500 credits were added'],
    ['credit:1000', '1,000 credits were added'],
    ['basic:month', 'Basic is yours until'],
    ['basic_year', 'Basic is yours until'],
    ['pro:month', 'Pro is yours until'],
    ['pro:year', 'Pro is yours until'],
  ])('grants %s', async (grants, sentence) => {
    const { codes } = await issue('--grants', grants);
    expect(codes).toEqual([expect.stringMatching(groupedCode)]);
    expect(await redeem(codes[0] ?? '')).toEqual({
      code: 0,
      msg: expect.stringContaining(sentence),
    });
  });

  it('prints a hundred codes once, which work until the end of their last day', async () => {
    const last = dayIn(3);
    const order = ['--grants', 'pro:month', '--count', '100', '--expires', last];
    const { codes, batch } = await issue(...order, '--note', 'fair in Turin');
    expect(new Set(codes).size).toBe(100);
    const stored = JSON.stringify(await server.database.query.select().from(redemptionCode));
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(await lastAudit()).toMatchObject({
      action: 'codes.issue',
      subject: `batch ${batch}`,
      details: { count: 100, product: 'pro_month', note: 'fair in Turin' },
    });
    const left = Date.parse(`${last}T23:59:59Z`) - server.platform.now().getTime();
    server.advance(left / 1_000 - 60);
    expect((await redeem(codes[0] ?? '')).code).toBe(0);
    expect(await listed(batch)).toMatchObject({ issued: '100', redeemed: '1', open: '99' });
    server.advance(120);
    expect((await redeem(codes[1] ?? '')).msg).toMatch(
      /^This gift code expired on \w+ \d+, \d{4}\.\n/,
    );
  });

  it('writes CSV without formulas for spreadsheets', async () => {
    const note = '=1+1, "fair"';
    const out = await run(
      'issue',
      '--grants',
      'credits:5',
      '--count',
      '2',
      '--csv',
      '--note',
      note,
    );
    const [head = '', ...rows] = out.trim().split('\n');
    expect(head).toBe('code,grants,expires,batch,note');
    for (const row of rows) {
      expect(parse(row)).toEqual([
        [
          expect.stringMatching(groupedCode),
          'credits:5',
          '',
          expect.stringMatching(/^\d+$/),
          `'${note}`,
        ],
      ]);
    }
    expect(rows).toHaveLength(2);
  });

  it.each([
    [2, ['--grants', 'pro:week'], '--grants must be one of credits:NUMBER, basic:month, '],
    [2, ['--grants', 'credits:0'], '--grants must be one of credits:NUMBER, '],
    [1, ['--grants', 'credits:1000001'], 'credits: must be a whole number from 1 to 1000000'],
    [2, ['--grants', 'pro:month', '--credits', '5'], "'--grants <what>' cannot be used with"],
    [2, [], 'Say what each code grants: --grants credits:100, or --grants pro:month'],
    [1, ['--credits', '5', '--count', '10001'], 'count: must be a whole number from 1 to 10000'],
    [
      2,
      ['--credits', '5', '--expires', '2027-02-30'],
      '--expires must be a day such as 2027-01-31',
    ],
    [1, ['--credits', '5', '--expires', '2020-01-01'], 'expires: must be in the future'],
    [2, ['--credits', '5', '--expires', '2090-01-01', '--days', '3'], 'cannot be used with'],
    [1, ['--credits', '5', '--note', 'x'.repeat(201)], 'note: at most 200 characters'],
  ])('is refused with status %i and a sentence: %j', async (wrong, options, sentence) => {
    const { status, out, err } = await operator.run('codes', 'issue', ...options);
    expect([status, out]).toEqual([wrong, '']);
    expect(err).toContain(sentence);
  });
});

describe('codes list', () => {
  it('shows each batch with the states of its codes', async () => {
    const order = ['--grants', 'credits:7', '--count', '4', '--expires', dayIn(1)];
    const { codes, batch } = await issue(...order, '--note', 'spring');
    await redeem(codes[0] ?? '');
    await run('revoke', '--yes', '--code', codes[1] ?? '');
    const now = { issued: '4', redeemed: '1', revoked: '1', expired: '0', open: '2' };
    const facts = { grants: 'credits:7', expires: dayIn(1), note: 'spring' };
    expect(await listed(batch)).toMatchObject({ ...facts, ...now });
    expect(await run('list')).toMatch(new RegExp(`^${batch} .* credits:7 .* spring$`, 'm'));
    expect((await run('list', '--limit', '1')).trim().split('\n')).toHaveLength(2);
  });
});

describe('codes revoke', () => {
  it('revokes a batch except redeemed codes, with a message for later tries', async () => {
    const { codes, batch } = await issue('--grants', 'credits:9', '--count', '3');
    await redeem(codes[0] ?? '');
    const out = await run('revoke', '--yes', batch, '--reason', 'posted in public');
    expect(out).toBe(
      '2 revoked, 0 were revoked before.\n1 had been redeemed: what they gave stays.\n',
    );
    expect(await lastAudit()).toMatchObject({
      action: 'codes.revoke',
      subject: `batch ${batch}`,
      details: { count: 2, reason: 'posted in public' },
    });
    expect(await redeem(codes[1] ?? '')).toEqual({
      code: -1,
      msg: 'Its issuer withdrew this gift code. It no longer works.\nAsk for a new one where you got it.\nNothing was charged.',
    });
    expect(await run('revoke', '--yes', batch)).toContain('0 revoked, 2 were revoked before.');
    expect(await listed(batch)).toMatchObject({ issued: '3', redeemed: '1', revoked: '2' });
  });

  it('revokes single codes, in any spelling', async () => {
    const { codes, batch } = await issue('--grants', 'credits:9', '--count', '3');
    const [one = '', other = '', left = ''] = codes;
    const typed = [one.toLowerCase(), other.replaceAll('-', '')];
    expect(await run('revoke', '--yes', '--code', ...typed)).toBe(
      '2 revoked, 0 were revoked before.\n',
    );
    expect((await redeem(one)).code).toBe(-1);
    expect((await redeem(left)).code).toBe(0);
    expect(await listed(batch)).toMatchObject({ redeemed: '1', revoked: '2' });
  });

  it('either revokes a code or lets it be redeemed, when both happen at once', async () => {
    const { codes, batch } = await issue('--grants', 'credits:9', '--count', '24');
    const [answers] = await Promise.all([
      Promise.all(codes.map((code) => redeem(code))),
      run('revoke', '--yes', batch),
    ]);
    const redeemed = answers.filter(({ code }) => code === 0).length;
    const row = await listed(batch);
    expect([row['redeemed'], row['revoked']]).toEqual([String(redeemed), String(24 - redeemed)]);
  });

  it('revokes nothing when one of the codes does not exist', async () => {
    const { codes } = await issue('--grants', 'credits:9');
    const [code = ''] = codes;
    const { status, err } = await operator.run(
      'codes',
      'revoke',
      '--yes',
      '--code',
      code,
      'aaaabbbbccccdddd',
    );
    expect([status, err]).toEqual([
      1,
      'Nothing was revoked: no such code as AAAA-BBBB-CCCC-DDDD\n',
    ]);
    expect((await redeem(code)).code).toBe(0);
  });

  it.each([
    [1, ['999999'], 'There is no batch 999999'],
    [2, ['first'], '“first” is no batch: copy its number from `codes list`'],
    [2, [], 'Name the batch, as `codes list` shows it, or single codes with --code'],
    [2, ['1', '--code', 'AAAA'], 'Name the batch, as `codes list` shows it, or single codes'],
  ])('is refused with status %i and a sentence: %j', async (wrong, options, sentence) => {
    const { status, err } = await operator.run('codes', 'revoke', '--yes', ...options);
    expect(status).toBe(wrong);
    expect(err).toContain(sentence);
  });
});
