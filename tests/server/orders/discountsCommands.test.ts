import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainGiftCode } from '#domain/product/giftCodes.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import { createUser } from '../../setup/database.ts';

let server: OperatedServer;

beforeAll(async () => {
  server = await startOperatedServer();
});

afterAll(() => server.close());

const run = (...args: string[]) => server.shell.run('discounts', ...args);

async function lastAudit() {
  const { query } = server.database;
  return (await query.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1))[0];
}

describe('discounts issue', () => {
  it('prints codes once, of 10 % by default, and stores their hashes', async () => {
    const { status, out, err } = await run('issue', '--expires', '2999-01-31', '--count', '3');
    const codes = out.trim().split('\n');
    expect(status).toBe(0);
    expect(err).toMatch(/^Batch \d+: 3 × 10 % off\. Shown this once\.\n$/);
    expect(codes).toHaveLength(3);
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-TW-Z]{4}-?){4}$/);
    const rows = await server.database.query.select().from(discountCode);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      percentOff: 10,
      expires: new Date('2999-01-31T23:59:59.999Z'),
      userId: null,
      reward: null,
    });
    const stored = JSON.stringify(rows);
    for (const code of codes) expect(stored).not.toContain(plainGiftCode(code));
    expect(await lastAudit()).toMatchObject({
      action: 'discounts.issue',
      details: { percentOff: 10, count: 3 },
    });
  });

  it('binds codes to an account, or to a referrer', async () => {
    const userId = await createUser(server.database, 0, 'owner@example.org');
    const until = ['--expires', '2999-01-31'];
    await run('issue', ...until, '--for', 'Owner@example.org', '--percent', '30');
    await run('issue', ...until, '--referrer', 'owner@example.org', '--reward', '50');
    const rows = await server.database.query.select().from(discountCode);
    expect(rows).toContainEqual(expect.objectContaining({ userId, percentOff: 30 }));
    expect(rows).toContainEqual(expect.objectContaining({ referrerId: userId, reward: 50 }));
  });

  it.each([
    [2, ['--percent', '10'], '--expires'],
    [1, ['--expires', '2020-01-01'], 'expires: must be in the future'],
    [2, ['--expires', '2999-02-31'], '--expires must be a day'],
    [
      1,
      ['--expires', '2999-01-31', '--percent', '91'],
      'percent: must be a whole number from 1 to 90',
    ],
    [1, ['--expires', '2999-01-31', '--count', '10001'], 'count: must be a whole number'],
    [
      1,
      ['--expires', '2999-01-31', '--for', 'nobody@example.org'],
      'There is no account of nobody',
    ],
    [2, ['--expires', '2999-01-31', '--reward', '5'], 'Name both or neither'],
  ])('refuses with status %i: %j', async (wrong, args, sentence) => {
    const { status, out, err } = await run('issue', ...args);
    expect([status, out, err]).toEqual([wrong, '', expect.stringContaining(sentence)]);
  });
});

describe('discounts list and revoke', () => {
  it('lists batches with the states of their codes, and revokes unused ones', async () => {
    const { out } = await run('issue', '--expires', '2999-01-31', '--count', '2', '--note', 'fair');
    const [first = '', second = ''] = out.trim().split('\n');
    const [head, newest] = (await run('list')).out.split('\n');
    expect(head).toMatch(
      /^batch +percent +expires +reward +issued +used +expired +revoked +open +note$/,
    );
    expect(newest).toMatch(/^(\d+) +10 +2999-01-31 +2 +0 +0 +0 +2 +fair$/);
    const [batch = ''] = newest?.split(' ') ?? [];
    expect((await run('revoke', '--yes', '--code', first, '--reason', 'lost')).out).toBe(
      '1 revoked, 0 were revoked before.\n',
    );
    expect(await lastAudit()).toMatchObject({
      action: 'discounts.revoke',
      subject: `batch ${batch}`,
      details: { count: 1, reason: 'lost' },
    });
    expect((await run('revoke', '--yes', batch)).out).toBe('1 revoked, 1 were revoked before.\n');
    const wrong = await run('revoke', '--yes', '--code', second, 'AAAA-BBBB-CCCC-DDDD');
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('no such code')]);
    expect((await run('revoke', '--yes')).status).toBe(2);
  });
});
