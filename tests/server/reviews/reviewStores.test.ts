import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { gpt, report, review } from '#server/db/schema/gpts.ts';
import { closeLogin } from '#stores/account/login.ts';
import { $loginOpen } from '#stores/account/loginDialog.ts';
import * as own from '#stores/reviews/ownReview.ts';
import * as reports from '#stores/reviews/report.ts';
import { $reviews, loadReviews } from '#stores/reviews/reviews.ts';
import { clearUser, refreshUser } from '#stores/account/user.ts';
import { rate, signInUserOf } from '../../setup/reviews.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type StoreBrowser, openStoreBrowser } from '../../setup/storeBrowser.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

const { $ownReview } = own;

let server: TestServer;
let browser: StoreBrowser;
let stored: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'poet', name: 'Poet' },
    { id: 'cook', name: 'Cook' },
  ]);
});

beforeEach(() => {
  stored = {};
  stubLocalStorage(stored);
  browser = openStoreBrowser(server, '/en/gpts/poet');
  clearUser();
});

afterEach(() => {
  browser.close();
  closeLogin();
  clearUser();
  vi.unstubAllGlobals();
});

afterAll(() => server.close());

/** A page of a user who chatted with these GPTs, with one's own review opened. */
async function openAs(...gptIds: string[]): Promise<string> {
  const { userId, cookie } = await signInUserOf(server, ...gptIds);
  browser.become(cookie);
  await openBooks(userId);
  await refreshUser();
  await own.openOwnReview('poet');
  return userId;
}

/** Lets the next answer come to the page only when it is released. */
function holdAnswers(): { held: Promise<void>; release: () => void } {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async (...input) => {
    globalThis.fetch = fetchBefore;
    const answer = await fetchBefore(...input);
    held.resolve();
    await released.promise;
    return answer;
  };
  return { held: held.promise, release: released.resolve };
}

/** Such an account has no books, which an answer about the account needs. */
async function openBooks(userId: string): Promise<void> {
  await server.database.pool.query('insert into credit_balance (user_id) values ($1)', [userId]);
}

function storedRow(userId: string) {
  return server.database.query.select().from(review).where(eq(review.userId, userId));
}

describe('the form of the own review', () => {
  it('explains why a user cannot write one: visitors sign in, others chat first', async () => {
    await own.openOwnReview('poet');
    expect($ownReview.get()).toEqual({ state: 'visitor', gptId: 'poet' });
    expect($loginOpen.get()).toBe(true);
    expect(browser.calls).toEqual([]);
    await openAs();
    expect($ownReview.get()).toEqual({ state: 'notUsed', gptId: 'poet' });
  });

  it('drops a response for the user before', async () => {
    const before = await signInUserOf(server);
    const after = await signInUserOf(server, 'poet');
    for (const { userId } of [before, after]) await openBooks(userId);
    browser.become(before.cookie);
    await refreshUser();
    const answers = holdAnswers();
    const late = own.openOwnReview('poet');
    await answers.held;
    browser.become(after.cookie);
    clearUser();
    await refreshUser();
    await own.openOwnReview('poet');
    answers.release();
    await late;
    expect($ownReview.get().state).toBe('writing');
  });

  it('opens by itself when the visitor has signed in, and closes when the user signs out', async () => {
    await own.openOwnReview('poet');
    const { userId, cookie } = await signInUserOf(server, 'poet');
    await openBooks(userId);
    browser.become(cookie);
    await refreshUser();
    await vi.waitFor(() => expect($ownReview.get().state).toBe('writing'), longWait);
    clearUser();
    expect($ownReview.get()).toEqual({ state: 'closed' });
  });

  it('is saved at once on the screen, then edited, then deleted', async () => {
    const userId = await openAs('poet');
    own.changeReviewForm({ rating: 4 });
    own.changeReviewForm({ text: ' It rhymes. ' });
    const saving = own.saveOwnReview();
    expect($ownReview.get()).toMatchObject({
      state: 'saved',
      activity: 'saving',
      review: { rating: 4, text: 'It rhymes.', name: 'User 0001' },
    });
    await saving;
    expect($ownReview.get()).toMatchObject({ state: 'saved', activity: 'nothing', isFresh: true });
    expect(await storedRow(userId)).toMatchObject([{ rating: 4, text: 'It rhymes.' }]);
    own.editOwnReview();
    expect($ownReview.get()).toMatchObject({ form: { rating: 4, text: 'It rhymes.' } });
    own.changeReviewForm({ text: '' });
    await own.saveOwnReview();
    expect(await storedRow(userId)).toMatchObject([{ rating: 4, text: null }]);
    const deleting = own.deleteOwnReview();
    expect($ownReview.get().state).toBe('deleted');
    await deleting;
    expect(await storedRow(userId)).toEqual([]);
    own.editOwnReview();
    expect($ownReview.get()).toMatchObject({ state: 'writing', form: { rating: 0, text: '' } });
  });

  it('is not sent without a star or with too long a text, which stays whole', async () => {
    await openAs('poet');
    own.changeReviewForm({ text: 'x'.repeat(2_003) });
    await own.saveOwnReview();
    expect($ownReview.get()).toMatchObject({ form: { error: { key: 'reviews.own.noStars' } } });
    own.changeReviewForm({ rating: 1 });
    expect($ownReview.get()).toMatchObject({ form: { error: undefined } });
    await own.saveOwnReview();
    expect($ownReview.get()).toMatchObject({
      form: {
        text: 'x'.repeat(2_003),
        error: { key: 'reviews.own.tooLong', values: { count: 3 } },
      },
    });
    expect(browser.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  it('fills the form again with the reason when it was refused', async () => {
    const userId = await openAs('poet');
    own.changeReviewForm({ rating: 5, text: 'Kept' });
    await server.database.query.update(gpt).set({ hidden: new Date() }).where(eq(gpt.id, 'poet'));
    await own.saveOwnReview();
    await server.database.query.update(gpt).set({ hidden: null }).where(eq(gpt.id, 'poet'));
    expect($ownReview.get()).toMatchObject({
      state: 'writing',
      form: { rating: 5, text: 'Kept', error: { key: expect.stringMatching(/^errors\./) } },
    });
    await own.saveOwnReview();
    expect(await storedRow(userId)).toMatchObject([{ text: 'Kept' }]);
  });

  it('asks for a sign-in when the session has ended, and loses no text', async () => {
    await openAs('poet');
    own.changeReviewForm({ rating: 5, text: 'Kept' });
    browser.become('session=none');
    await own.saveOwnReview();
    expect($loginOpen.get()).toBe(true);
    expect($ownReview.get()).toMatchObject({ state: 'writing', form: { text: 'Kept' } });
  });

  it('keeps a draft of each GPT across pages until it is saved or discarded', async () => {
    await openAs('poet', 'cook');
    own.changeReviewForm({ rating: 2, text: 'Half a' });
    await own.openOwnReview('cook');
    expect($ownReview.get()).toMatchObject({ form: { rating: 0, text: '' } });
    own.changeReviewForm({ text: 'Salty' });
    await own.openOwnReview('poet');
    expect($ownReview.get()).toMatchObject({ form: { rating: 2, text: 'Half a' } });
    await own.saveOwnReview();
    await own.openOwnReview('poet');
    expect($ownReview.get()).toMatchObject({ state: 'saved', review: { text: 'Half a' } });
    own.editOwnReview();
    own.changeReviewForm({ text: 'Half a thought' });
    own.cancelReviewForm();
    await own.openOwnReview('poet');
    expect($ownReview.get()).toMatchObject({ state: 'saved', review: { text: 'Half a' } });
    stored['review-drafts'] = '[["cook",{"rating":9,"text":5}],7]';
    await own.openOwnReview('cook');
    expect($ownReview.get()).toMatchObject({ form: { rating: 0, text: '' } });
  });
});

describe('the reviews of others', () => {
  it('load page by page, without those that the page has', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) {
      const { cookie } = await signInUserOf(server, 'cook');
      ids.unshift((await rate(server, cookie, 'cook', 4, `Review ${index}`)).body.id);
    }
    const shown = ids.slice(0, 10);
    const sizes: number[] = [];
    while ($reviews.get().nextPage !== undefined) {
      await loadReviews('cook', shown);
      sizes.push($reviews.get().items.length);
    }
    expect(sizes).toEqual([10, 30, 35]);
    expect($reviews.get().items.map(({ id }) => id)).toEqual(ids.slice(10));
    expect($reviews.get()).toMatchObject({ added: 5, loading: false, problem: undefined });
  });
});

describe('a report', () => {
  const { $report } = reports;

  it('has a reason, is sent, and keeps its text until then', async () => {
    const userId = await openAs();
    reports.openReport('gpt:poet');
    await reports.sendReport();
    expect($report.get()).toMatchObject({ error: { key: 'reviews.report.noReason' } });
    reports.changeReport({ reason: 'spam', details: 'Sells' });
    reports.closeReport();
    expect(reports.$reportOpen.get()).toBe(false);
    reports.openReport('gpt:poet');
    expect($report.get()).toMatchObject({ reason: 'spam', details: 'Sells' });
    await reports.sendReport();
    expect($report.get().state).toBe('sent');
    const rows = await server.database.query.select().from(report).where(eq(report.userId, userId));
    expect(rows).toMatchObject([{ subjectType: 'gpt', subjectId: 'poet', details: 'Sells' }]);
    reports.closeReport();
    reports.openReport('gpt:poet');
    expect($report.get()).toMatchObject({ reason: undefined, details: '' });
    reports.closeReport();
  });

  it('lets visitors sign in first and continues', async () => {
    reports.openReport('review:00000000-0000-4000-8000-000000000000');
    expect($report.get().state).toBe('visitor');
    expect($loginOpen.get()).toBe(true);
    await browser.signIn();
    await refreshUser();
    expect($report.get().state).toBe('writing');
    reports.changeReport({ reason: 'other' });
    await reports.sendReport();
    expect($report.get()).toMatchObject({ error: { key: 'errors.unknown_review' } });
    reports.closeReport();
  });
});
