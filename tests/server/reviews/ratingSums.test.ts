import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUser } from '#server/db/schema/accounts.ts';
import { gpt, review } from '#server/db/schema/gpts.ts';
import { hideReview, showReview } from '#server/services/reviews/hideReview.ts';
import { verifyReviews } from '#server/services/reviews/verifyReviews.ts';
import { Random } from '../../setup/random.ts';
import { callApi, rate, signInUserOf } from '../../setup/reviews.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const gptIds = ['a', 'b', 'c'] as const;
const parallel = 24;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values(gptIds.map((id) => ({ id, name: id })));
});

afterAll(() => server.close());

/** The sums of every GPT, added up here from the rows. */
async function realSums(): Promise<
  Record<string, [sum: number, ratings: number, reviews: number]>
> {
  const rows = await server.database.query.select().from(review);
  return Object.fromEntries(
    gptIds.map((id) => {
      const counted = rows.filter((row) => row.gptId === id && row.hidden === null);
      const sum = counted.reduce((total, { rating }) => total + rating, 0);
      const texts = counted.filter(({ text }) => text !== null);
      return [id, [sum, counted.length, texts.length]];
    }),
  );
}

async function keptSums(): Promise<Record<string, number[]>> {
  const rows = await server.database.query.select().from(gpt);
  return Object.fromEntries(rows.map((row) => [row.id, [row.ratingSum, row.ratings, row.reviews]]));
}

async function forgetLimits(): Promise<void> {
  await server.database.pool.query('delete from rate_limit');
}

describe('the sums of ratings', () => {
  it('stay right when one user sends the same rating many times at once', async () => {
    const { cookie } = await signInUserOf(server, 'a');
    const sent = Array.from({ length: 20 }, () => rate(server, cookie, 'a', 4, 'Twice'));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await keptSums()).toMatchObject({ a: [4, 1, 1] });
  });

  it('stay right when many users rate at once', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => signInUserOf(server, 'b')));
    const answers = await Promise.all(
      users.map(({ cookie }, index) => rate(server, cookie, 'b', 1 + (index % 5))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await keptSums()).toMatchObject({ b: [120, 40, 0] });
  });

  it.each([1, 2, 3])(
    'equal those of the rows after any verbs in parallel (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const users = await Promise.all(
        Array.from({ length: 8 }, () => signInUserOf(server, ...gptIds)),
      );
      for (let round = 0; round < 6; round += 1) {
        const verbs = Array.from({ length: parallel }, () => someVerb(random, users));
        const outcomes = await Promise.allSettled(verbs.map((verb) => verb()));
        for (const outcome of outcomes) {
          // Only what another verb has overtaken may fail: no deadlock, no broken row.
          if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(overtaken);
          else expect([200, 401, 403]).toContain(outcome.value);
        }
        expect(await keptSums()).toEqual(await realSums());
        expect(await verifyReviews(server.platform)).toEqual([]);
        await forgetLimits();
      }
    },
  );

  it('stay right when accounts that rated the same GPTs are deleted at once, without waiting', async () => {
    const before = await keptSums();
    const users = await Promise.all(
      Array.from({ length: 16 }, () => signInUserOf(server, ...gptIds)),
    );
    for (const [index, { cookie }] of users.entries()) {
      const order = index % 2 === 0 ? gptIds : gptIds.toReversed();
      for (const id of order) await rate(server, cookie, id, 5, 'Text');
    }
    await Promise.all(users.map(deleteAccount));
    expect(await keptSums()).toEqual(before);
  });

  it('are reported when they were changed directly', async () => {
    const { query } = server.database;
    const sums = await keptSums();
    const [sum = 0, ratings = 0, reviews = 0] = sums['a'] ?? [];
    await query
      .update(gpt)
      .set({ ratingSum: sum + 1 })
      .where(eq(gpt.id, 'a'));
    expect(await verifyReviews(server.platform)).toEqual([
      { id: 'a', kept: [sum + 1, ratings, reviews], real: [sum, ratings, reviews] },
    ]);
    await query.update(gpt).set({ ratingSum: sum }).where(eq(gpt.id, 'a'));
  });
});

const overtaken = /hidden already|is not hidden|no review with this id/;

type User = Awaited<ReturnType<typeof signInUserOf>>;

/** Rate, take back, hide, show, or delete the account. Returns the status of the call, or 200. */
function someVerb(random: Random, users: readonly User[]): () => Promise<number> {
  const user = users[random.whole(0, users.length - 1)];
  if (!user) throw new Error('There are no users');
  const gptId = random.oneOf(gptIds);
  const rating = random.whole(1, 5);
  const text = random.whole(0, 1) === 1 ? 'A text' : null;
  const chance = random.whole(1, 100);
  const pick = random.whole(0, 1_000);
  if (chance <= 55)
    return async () => (await rate(server, user.cookie, gptId, rating, text)).status;
  if (chance <= 75) return async () => (await takeBack(user, gptId)).status;
  if (chance <= 97) return () => turn(pick, chance <= 87);
  return () => deleteAccount(user);
}

function takeBack({ cookie }: User, gptId: string) {
  return callApi(server, 'DELETE', `/api/gpts/${gptId}/review`, { cookie });
}

async function turn(pick: number, hide: boolean): Promise<number> {
  const rows = await server.database.query.select({ id: review.id }).from(review);
  const id = rows[pick % rows.length]?.id;
  if (id === undefined) return 200;
  if (hide) await hideReview(server.platform, id, 'Test');
  else await showReview(server.platform, id);
  return 200;
}

/** Reviews go by cascade, past every service. */
async function deleteAccount({ userId }: User): Promise<number> {
  await server.database.query.delete(appUser).where(eq(appUser.id, userId));
  return 200;
}
