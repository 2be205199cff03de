import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Review } from '#contract/reviews/reviews.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { gpt, report, review } from '#server/db/schema/gpts.ts';
import { hideReview, showReview } from '#server/services/reviews/hideReview.ts';
import { verifyReviews } from '#server/services/reviews/verifyReviews.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { callApi, rate, signInUserOf } from '../../setup/reviews.ts';

type Page = { items: Review[]; total: number; rating: number | null; ratings: number };
type Own = { review: (Review & { is_hidden: boolean }) | null; is_allowed: boolean };

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.database.query.delete(review);
  await server.database.query.delete(conversation);
  await server.database.query.delete(gpt);
  await server.database.query.insert(gpt).values([
    { id: 'poet', name: 'Poet' },
    { id: 'team/cook', name: 'Cook' },
    { id: 'diary', name: 'Diary', visibility: 'private' },
    { id: 'gone', name: 'Gone', removed: new Date() },
  ]);
});

const list = (id: string, query = '') =>
  callApi<Page>(server, 'GET', `/api/gpts/${encodeURIComponent(id)}/reviews${query}`);
const own = (cookie: string, id = 'poet') =>
  callApi<Own>(server, 'GET', `/api/gpts/${id}/review`, { cookie });
const takeBack = (cookie: string, id = 'poet') =>
  callApi(server, 'DELETE', `/api/gpts/${id}/review`, { cookie });

async function sumsOf(id: string) {
  const [row] = await server.database.query
    .select({ sum: gpt.ratingSum, ratings: gpt.ratings, reviews: gpt.reviews })
    .from(gpt)
    .where(eq(gpt.id, id));
  return row;
}

describe('rating a GPT', () => {
  it('needs an answer of the GPT, not a failed one', async () => {
    const { cookie } = await server.signIn();
    expect(await rate(server, cookie, 'poet', 5)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_used' } },
    });
    const target = { gpt: 'poet' };
    await readAll(await ask(server, cookie, { target, text: 'sandbox: fail 500' }));
    expect((await own(cookie)).body).toEqual({ review: null, is_allowed: false });
    await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect((await own(cookie)).body).toEqual({ review: null, is_allowed: true });
    const { status, body } = await rate(server, cookie, 'poet', 5, '  It rhymes. ');
    expect(status).toBe(200);
    expect(body).toMatchObject({ rating: 5, text: 'It rhymes.', is_hidden: false });
    expect((await own(cookie)).body).toEqual({ review: body, is_allowed: true });
    expect((await rate(server, cookie, 'team/cook', 5)).status).toBe(403);
  });

  it('needs a sign-in for writing, not for reading', async () => {
    for (const [method, path] of [
      ['GET', '/api/gpts/poet/review'],
      ['PUT', '/api/gpts/poet/review'],
      ['DELETE', '/api/gpts/poet/review'],
      ['POST', '/api/gpts/poet/report'],
    ] as const) {
      const body = method === 'PUT' ? { rating: 5 } : { reason: 'spam' };
      const sent = method === 'PUT' || method === 'POST' ? { body } : {};
      expect((await callApi(server, method, path, sent)).status, method).toBe(401);
    }
    expect((await list('poet')).body).toMatchObject({ items: [], total: 0, rating: null });
  });

  it.each([
    ['nobody', 404, 'unknown_gpt'],
    ['diary', 403, 'gpt_not_public'],
    ['gone', 410, 'gone'],
  ])('refuses %s as the GPT itself does', async (id, status, code) => {
    const { cookie } = await signInUserOf(server, ...(id === 'nobody' ? [] : [id]));
    const refusal = { status, body: { error: { code } } };
    expect(await rate(server, cookie, id, 4)).toMatchObject(refusal);
    expect(await own(cookie, id)).toMatchObject(refusal);
    expect(await list(id)).toMatchObject(refusal);
    const body = { reason: 'spam' };
    const sent = await callApi(server, 'POST', `/api/gpts/${id}/report`, { cookie, body });
    expect(sent).toMatchObject(refusal);
  });

  it.each([
    ['no star', { rating: 0 }, 'rating'],
    ['six stars', { rating: 6 }, 'rating'],
    ['half a star', { rating: 4.5 }, 'rating'],
    ['a word', { rating: '5' }, 'rating'],
    ['a text alone', { text: 'Good' }, 'rating'],
    ['a text of nothing', { rating: 5, text: ' \n ' }, 'text'],
    ['a text of 2,001 characters', { rating: 5, text: 'x'.repeat(2_001) }, 'text'],
    ['a field that it does not know', { rating: 5, stars: 5 }, 'stars'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const { cookie } = await signInUserOf(server, 'poet');
    const refusal = await callApi(server, 'PUT', '/api/gpts/poet/review', { cookie, body });
    expect(refusal).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', fields: [{ field }] } },
    });
  });

  it('keeps a text exactly, with 2,000 characters of any kind', async () => {
    const { cookie } = await signInUserOf(server, 'team/cook');
    const text = `<b>{{name}}</b> ${'‮שלום\n챗 ❤️'.repeat(300)}`.slice(0, 1_999).toWellFormed();
    const { body } = await rate(server, cookie, 'team/cook', 3, `${text}\0.`);
    expect(body.text).toBe(`${text}.`);
    expect((await list('team/cook')).body.items[0]?.text).toBe(`${text}.`);
  });

  it('is one for each user: another changes it and keeps the first date', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    const first = await rate(server, cookie, 'poet', 2, 'Meh');
    server.advance(3_600);
    const same = await rate(server, cookie, 'poet', 2, 'Meh');
    expect(same.body).toEqual(first.body);
    const second = await rate(server, cookie, 'poet', 4);
    expect(second.body).toMatchObject({ id: first.body.id, rating: 4, text: null });
    expect(second.body.created).toBe(first.body.created);
    expect(second.body.updated > first.body.updated).toBe(true);
    expect(await sumsOf('poet')).toEqual({ sum: 4, ratings: 1, reviews: 0 });
    expect(await verifyReviews(server.platform)).toEqual([]);
  });

  it('can be withdrawn, twice as well as once, even for a GPT that was removed', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    await rate(server, cookie, 'poet', 2, 'Meh');
    await server.database.query.update(gpt).set({ removed: new Date() }).where(eq(gpt.id, 'poet'));
    for (let time = 0; time < 2; time += 1) {
      expect(await takeBack(cookie)).toEqual({ status: 200, body: {} });
    }
    expect(await sumsOf('poet')).toEqual({ sum: 0, ratings: 0, reviews: 0 });
  });

  it('is allowed thirty times an hour, not more', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    for (let time = 0; time < 29; time += 1) {
      expect((await rate(server, cookie, 'poet', 1 + (time % 5))).status).toBe(200);
    }
    expect((await takeBack(cookie)).status).toBe(200);
    const refusal = await rate(server, cookie, 'poet', 5);
    expect(refusal).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    const other = await signInUserOf(server, 'poet');
    expect((await rate(server, other.cookie, 'poet', 5)).status).toBe(200);
  });
});

describe('the list of reviews', () => {
  it('has those with a text, newest first, in pages, and the mean of all', async () => {
    const ratings = [5, 4, 1, 5];
    for (const [index, rating] of ratings.entries()) {
      const { cookie } = await signInUserOf(server, 'poet');
      await rate(server, cookie, 'poet', rating, index === 1 ? null : `Review ${index}`);
      server.advance(60);
    }
    const all = (await list('poet')).body;
    expect(all.items.map(({ text }) => text)).toEqual(['Review 3', 'Review 2', 'Review 0']);
    expect(all.items[0]).toMatchObject({ name: 'User 0001', rating: 5 });
    expect(Object.keys(all.items[0] ?? {}).toSorted()).toEqual([
      'created',
      'id',
      'name',
      'rating',
      'text',
      'updated',
    ]);
    expect(all).toMatchObject({ total: 3, ratings: 4, rating: 15 / 4 });
    const second = (await list('poet', '?size=2&page=2')).body;
    expect(second.items.map(({ text }) => text)).toEqual(['Review 0']);
    expect((await callApi(server, 'GET', '/api/gpts/poet')).body).toMatchObject({
      rating: 15 / 4,
      ratings: 4,
      reviews: 3,
    });
  });

  it('follows the account: shows a new name, and deletes reviews with the account', async () => {
    const { userId, cookie } = await signInUserOf(server, 'poet');
    const { cookie: otherCookie } = await signInUserOf(server, 'poet');
    await rate(server, cookie, 'poet', 1, 'Bad');
    await callApi(server, 'POST', '/api/gpts/poet/report', { cookie, body: { reason: 'spam' } });
    await rate(server, otherCookie, 'poet', 5);
    const { query } = server.database;
    await query.update(appUser).set({ name: 'Robin' }).where(eq(appUser.id, userId));
    expect((await list('poet')).body.items[0]).toMatchObject({ name: 'Robin', text: 'Bad' });
    await query.delete(appUser).where(eq(appUser.id, userId));
    expect((await list('poet')).body).toMatchObject({ items: [], total: 0, ratings: 1 });
    expect(await sumsOf('poet')).toEqual({ sum: 5, ratings: 1, reviews: 0 });
  });
});

describe('a review that the operator hid', () => {
  it('is neither shown nor counted, and its author is notified', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    const { id } = (await rate(server, cookie, 'poet', 1, 'Buy pills')).body;
    await hideReview(server.platform, id, 'Advertising');
    expect((await list('poet')).body).toMatchObject({ items: [], total: 0, rating: null });
    expect(await sumsOf('poet')).toEqual({ sum: 0, ratings: 0, reviews: 0 });
    expect((await own(cookie)).body.review).toMatchObject({ is_hidden: true, text: 'Buy pills' });
    await expect(hideReview(server.platform, id, 'Again')).rejects.toThrow('hidden already');
  });

  it('stays hidden when its author edits it, or withdraws and writes it again', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    const { id } = (await rate(server, cookie, 'poet', 1, 'Buy pills')).body;
    await hideReview(server.platform, id, 'Advertising');
    expect((await rate(server, cookie, 'poet', 2, 'Buy more')).body.is_hidden).toBe(true);
    await takeBack(cookie);
    expect((await own(cookie)).body).toEqual({ review: null, is_allowed: true });
    const [row] = await server.database.query.select().from(review).where(eq(review.id, id));
    expect(row?.text).toBeNull();
    const again = (await rate(server, cookie, 'poet', 5, 'Buy pills')).body;
    expect(again).toMatchObject({ id, is_hidden: true });
    expect((await list('poet')).body.ratings).toBe(0);
  });

  it('can be shown again, unless its author withdrew it', async () => {
    const [one, other] = [await signInUserOf(server, 'poet'), await signInUserOf(server, 'poet')];
    const ids = [
      (await rate(server, one.cookie, 'poet', 1, 'One')).body.id,
      (await rate(server, other.cookie, 'poet', 2, 'Other')).body.id,
    ] as const;
    for (const id of ids) await hideReview(server.platform, id, 'A mistake');
    await takeBack(other.cookie);
    expect(await showReview(server.platform, ids[0])).toBe('shown');
    expect(await showReview(server.platform, ids[1])).toBe('withdrawn');
    expect((await list('poet')).body.items.map(({ text }) => text)).toEqual(['One']);
    expect(await sumsOf('poet')).toEqual({ sum: 1, ratings: 1, reviews: 1 });
    await expect(showReview(server.platform, ids[0])).rejects.toThrow('is not hidden');
    await expect(showReview(server.platform, ids[1])).rejects.toThrow('no review with this id');
  });
});

describe('a report', () => {
  const send = (cookie: string, path: string, body: unknown) =>
    callApi(server, 'POST', `/api/${path}/report`, { cookie, body });

  it('of a GPT or a review is one for each user, and the last one counts', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    const { cookie: reader } = await server.signIn();
    const { id } = (await rate(server, cookie, 'poet', 1, 'Buy pills')).body;
    for (const [path, subject] of [
      ['gpts/poet', 'poet'],
      [`reviews/${id}`, id],
    ] as const) {
      expect((await send(reader, path, { reason: 'spam' })).body).toEqual({});
      await server.database.query
        .update(report)
        .set({ handled: new Date() })
        .where(eq(report.subjectId, subject));
      await send(reader, path, { reason: 'other', details: ' Look again. ' });
      const rows = await server.database.query
        .select()
        .from(report)
        .where(eq(report.subjectId, subject));
      expect(rows).toMatchObject([{ reason: 'other', details: 'Look again.', handled: null }]);
    }
  });

  it('is refused for missing targets and unknown reasons', async () => {
    const { cookie } = await signInUserOf(server, 'poet');
    const { id } = (await rate(server, cookie, 'poet', 1, 'Buy pills')).body;
    await hideReview(server.platform, id, 'Advertising');
    for (const unknown of [id, '00000000-0000-4000-8000-000000000000']) {
      expect(await send(cookie, `reviews/${unknown}`, { reason: 'spam' })).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_review' } },
      });
    }
    expect((await send(cookie, 'reviews/1', { reason: 'spam' })).status).toBe(400);
    expect((await send(cookie, 'gpts/poet', { reason: 'boring' })).status).toBe(400);
    const details = 'x'.repeat(1_001);
    expect((await send(cookie, 'gpts/poet', { reason: 'spam', details })).status).toBe(400);
  });

  it('can be sent twenty times a day, not more', async () => {
    const { cookie } = await server.signIn();
    for (let time = 0; time < 20; time += 1) {
      expect((await send(cookie, 'gpts/poet', { reason: 'spam' })).status).toBe(200);
    }
    expect((await send(cookie, 'gpts/poet', { reason: 'spam' })).status).toBe(429);
  });
});
