import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages/languages.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import { eraseAccount } from '#server/services/account/deletion/eraseAccount.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { acceptPost, refusePost } from '#server/services/sharing/reviewPost.ts';
import { errorOf } from '../../setup/chat.ts';
import {
  type SharingServer,
  makeScreenshot,
  newLink,
  startSharingServer,
  today,
} from '../../setup/sharing.ts';

let server: SharingServer;

beforeAll(async () => {
  server = await startSharingServer();
});

afterAll(() => server.close());

beforeEach(() => server.clear());

const conflict = expect.objectContaining({ code: 'conflict' });

async function codeOf(response: Response): Promise<string> {
  return (await errorOf(response)).code;
}

describe('sharing list', () => {
  it('has the longest waiting first, and marks posts that wait for more than 2 working days', async () => {
    const [one, two, three] = [
      await server.newSender(),
      await server.newSender(),
      await server.newSender(),
    ];
    await server.sendLink(one, newLink());
    await server.sendLink(two, newLink());
    await server.sendLink(three, newLink());
    await server.age(await server.numberOf(two), 24 * 7);
    await server.age(await server.numberOf(three), 3);
    const { status, out } = await server.shell.run('sharing', 'list');
    expect(status).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines.map((line) => line.split('  ')[3])).toEqual([two.email, three.email, one.email]);
    expect(lines.map((line) => line.split('  ')[2])).toEqual([
      expect.stringMatching(/^OVERDUE since \d{4}-\d\d-\d\d \d\d:\d\d$/),
      expect.stringMatching(/^review until /),
      expect.stringMatching(/^review from /),
    ]);
    await server.shell.run(
      'sharing',
      'refuse',
      String(await server.numberOf(two)),
      '--reason',
      'short',
    );
    expect((await server.shell.run('sharing', 'list')).out.split('\n')).toHaveLength(3);
    expect((await server.shell.run('sharing', 'list', '--all')).out).toContain('  refused  ');
  });

  it('shows a post, and how many others have the same address', async () => {
    const [one, other] = [await server.newSender(), await server.newSender()];
    const link = newLink();
    await server.sendLink(one, link);
    await server.sendLink(other, `${link}/?utm_medium=x`);
    const { out } = await server.shell.run('sharing', 'show', String(await server.numberOf(other)));
    expect(out).toContain(`From: ${other.email}\n`);
    expect(out).toContain(`Address: ${link}\n`);
    expect(out).toContain('Other posts with the same: 1\n');
    expect(await server.shell.run('sharing', 'show', '999999')).toMatchObject({ status: 1 });
    expect(await server.shell.run('sharing', 'show', 'x')).toMatchObject({ status: 2 });
  });
});

describe('a review', () => {
  it('accepts a post, leaves an audit row, and mails a code of the sender’s own', async () => {
    const sender = await server.newSender();
    const post = await server.sendAged(sender);
    expect(await server.shell.run('sharing', 'accept', String(post))).toMatchObject({
      status: 0,
      out: 'Accepted. The sender was mailed.\n',
    });
    const { post: shown } = await server.stateOf(sender);
    const code = shown?.reward?.code ?? '';
    expect(shown).toMatchObject({ state: 'accepted', reward: { percent_off: 25, state: 'open' } });
    expect(code).toMatch(/^([2-9A-HJKMNP-TW-Z]{4}-){3}[2-9A-HJKMNP-TW-Z]{4}$/);
    const [mail] = server.smtp.received;
    expect(mail?.to).toEqual([sender.email]);
    expect(mail?.email.subject).toBe('Your post counts: 25% off at Dolores');
    expect(mail?.email.text).toContain(code);
    const [row] = await server.database.query.select().from(discountCode);
    expect(row).toMatchObject({ userId: sender.userId, percentOff: 25, batchId: null });
    expect(JSON.stringify(row)).not.toContain(code.replaceAll('-', ''));
    const days = (Number(row?.expires) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 1);
    const [audit] = await server.database.query.select().from(auditEntry);
    expect(audit).toMatchObject({
      action: 'sharing.accept',
      subject: `post ${post}`,
      details: { percentOff: 25 },
    });
  });

  it('takes the promised percentage off one order of its sender only', async () => {
    const [sender, other] = [await server.newSender(), await server.newSender()];
    await acceptPost({ ...server.platform, mail: server.mail() }, await server.sendAged(sender));
    const code = (await server.stateOf(sender)).post?.reward?.code ?? '';
    const order = async ({ cookie }: { cookie: string }, product = 'credit_1000') => {
      const request = { request_id: crypto.randomUUID(), product, currency: 'USD' };
      const body = JSON.stringify({ ...request, waiver: true, code });
      return server.fetch('/api/orders', { method: 'POST', cookie, body });
    };
    expect(await codeOf(await order(other))).toBe('discount_not_yours');
    expect(await (await order(sender)).json()).toMatchObject({
      amount: 674,
      steps: [{ kind: 'code', percent_off: 25, amount: 674 }],
    });
    expect(await codeOf(await order(sender, 'credit_500'))).toBe('discount_waiting');
    expect((await server.stateOf(sender)).post?.reward?.state).toBe('used');
  });

  it('refuses a post with a reason, which the sender reads and is mailed, and may send another', async () => {
    const sender = await server.newSender();
    const post = await server.sendAged(sender);
    const note = 'Please make it public.';
    const args = ['refuse', String(post), '--reason', 'closed', '--note', note];
    expect(await server.shell.run('sharing', ...args)).toMatchObject({ status: 0 });
    expect(await server.stateOf(sender)).toMatchObject({
      can_send: true,
      post: { state: 'refused', reason: 'closed', note, reward: null },
    });
    expect(server.smtp.received[0]?.email.text).toContain('Not everybody can see the post.');
    expect(server.smtp.received[0]?.email.text).toContain(note);
    const [audit] = await server.database.query.select().from(auditEntry);
    expect(audit).toMatchObject({
      action: 'sharing.refuse',
      subject: `post ${post}`,
      details: { reason: 'closed', note },
    });
    expect((await server.sendLink(sender, newLink())).status).toBe(200);
  });

  it('refuses a post that was not online for 2 hours at the check', async () => {
    const sender = await server.newSender();
    const post = await server.sendAged(sender);
    await server.shell.run('sharing', 'refuse', String(post), '--reason', 'short');
    expect((await server.stateOf(sender)).post).toMatchObject({
      state: 'refused',
      reason: 'short',
    });
    expect(server.smtp.received[0]?.email.text).toContain('at least 2 hours');
  });

  it('has to wait until a post was online for 2 hours', async () => {
    const sender = await server.newSender();
    await server.sendLink(sender, newLink());
    const post = String(await server.numberOf(sender));
    for (const args of [
      ['accept', post],
      ['refuse', post, '--reason', 'short'],
    ]) {
      const run = await server.shell.run('sharing', ...args);
      expect([run.status, run.err]).toEqual([1, expect.stringContaining('review it from')]);
    }
    await server.age(Number(post), 2);
    expect(await server.shell.run('sharing', 'accept', post)).toMatchObject({ status: 0 });
  });

  it('is done once, by one of several operators', async () => {
    const sender = await server.newSender();
    const post = await server.sendAged(sender);
    const dependencies = { ...server.platform, mail: server.mail() };
    const reviews = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => acceptPost(dependencies, post)),
      ...Array.from({ length: 4 }, () => refusePost(dependencies, post, 'copied', null)),
    ]);
    expect(reviews.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await server.database.query.select().from(auditEntry)).toHaveLength(1);
    expect(server.smtp.received).toHaveLength(1);
  });

  it('rewards a post once, for any sender', async () => {
    const [one, other, third] = [
      await server.newSender(),
      await server.newSender(),
      await server.newSender(),
    ];
    const link = newLink();
    const posts = [
      await server.sendAged(one, link),
      await server.sendAged(other, `${link}?fbclid=1`),
    ];
    const dependencies = { ...server.platform, mail: server.mail() };
    const reviews = await Promise.allSettled(posts.map((post) => acceptPost(dependencies, post)));
    expect(reviews.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(reviews).toContainEqual({ status: 'rejected', reason: conflict });
    expect(await codeOf(await server.sendLink(third, link))).toBe('sharing_rewarded');
    const picture = await makeScreenshot('#112233');
    await server.sendPicture(third, picture);
    await server.age(await server.numberOf(third), 3);
    await acceptPost(dependencies, await server.numberOf(third));
    const fourth = await server.newSender();
    expect(await codeOf(await server.sendPicture(fourth, picture))).toBe('sharing_rewarded');
  });

  it('rewards a person once in an event, also after the account was deleted and created again', async () => {
    const email = 'some.body@gmail.com';
    const sender = await server.newSender(email);
    await acceptPost({ ...server.platform, mail: server.mail() }, await server.sendAged(sender));
    expect(await codeOf(await server.sendLink(sender, newLink()))).toBe('sharing_sent');
    await server.database.transaction(async (transaction) => {
      await lockBalance(transaction, sender.userId);
      await eraseAccount(transaction, sender.userId, new Date());
    });
    expect(await server.database.query.select().from(sharingPost)).toEqual([]);
    const again = await server.newSender('somebody+again@gmail.com');
    expect(await codeOf(await server.sendLink(again, newLink()))).toBe('sharing_sent');
    const { operator } = server.platform.config;
    operator.sharing = { from: today, to: addDays(today, 3), percentOff: 25 };
    expect((await server.sendLink(again, newLink())).status).toBe(200);
  });

  it('is kept when the mail cannot be sent: the page has the outcome', async () => {
    const sender = await server.newSender();
    const post = await server.sendAged(sender);
    server.refuse(sender.email);
    const run = await server.shell.run('sharing', 'accept', String(post), '--percent', '40');
    expect(run).toMatchObject({ status: 0, out: expect.stringContaining('could not be sent') });
    expect((await server.stateOf(sender)).post?.reward).toMatchObject({ percent_off: 40 });
    const low = await server.shell.run('sharing', 'accept', String(post), '--percent', '19');
    expect([low.status, low.err]).toEqual([1, expect.stringContaining('20 to 90')]);
  });

  it.each(languages)('is mailed in %s', async (language) => {
    const [one, other] = [await server.newSender(), await server.newSender()];
    const dependencies = { ...server.platform, mail: server.mail() };
    for (const sender of [one, other]) {
      await server.sendLink(sender, newLink(), language);
      await server.age(await server.numberOf(sender), 3);
    }
    await acceptPost(dependencies, await server.numberOf(one));
    await refusePost(dependencies, await server.numberOf(other), 'unlinked', null);
    const texts = server.smtp.received.map(({ email }) => email.text ?? '');
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toContain(`/${language}/`);
      expect(text).not.toMatch(/\{\{|undefined/);
    }
    const [user] = await server.database.query
      .select({ email: appUser.email })
      .from(appUser)
      .where(eq(appUser.id, one.userId));
    expect(server.smtp.received[0]?.to).toEqual([user?.email]);
  });
});
