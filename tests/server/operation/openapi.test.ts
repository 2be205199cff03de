import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointUrl } from '#contract/endpoint.ts';
import { allCalls } from '#contract/openapi/openapi.ts';
import { sandboxKey } from '#server/gateways/payments/createPayments.ts';
import { sign } from '#server/gateways/payments/sandboxMessages.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { exportOf, toExport } from '../../fixtures/conversationExport.ts';
import { callChanges } from '../../setup/changes.ts';
import { callConversation } from '../../setup/describedConversation.ts';
import {
  type DescribedApi,
  type Seen,
  acceptedIn,
  describedApi,
  gif,
  question,
} from '../../setup/describedApi.ts';
import { callControl } from '../../setup/describedControl.ts';
import { callHooks, signedCalls } from '../../setup/describedHooks.ts';
import { callMedia } from '../../setup/describedMedia.ts';
import { callPlan } from '../../setup/describedPlan.ts';
import { callSharing } from '../../setup/describedSharing.ts';
import { rankingsOf } from '../../setup/rankings.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { buyAsDescribed } from '../../setup/describedOrders.ts';
import { setAsDescribed } from '../../setup/describedSettings.ts';
import { readCode } from '../../setup/signIn.ts';

const secret = 'the secret of the hook of this test';
const unknownId = randomUUID();

let server: TestServer;
let api: DescribedApi;

beforeAll(async () => {
  const environment = {
    PUBLISH_AT_START: 'no',
    PUBLISH_HOOK_SECRET: secret,
    MAIL_HOOK_SECRET: secret,
    SUPPORT_EMAIL: 'help@example.org',
    SHARING_EVENT: '2024-01-01/2999-12-31',
  };
  server = await startTestServer({ environment });
  await loadStarterIfEmpty(server.database);
  api = await describedApi(server);
});

afterAll(() => server.close());

async function succeed(name: string, sent?: Parameters<DescribedApi['call']>[1]): Promise<Seen> {
  const answer = await api.call(name, sent);
  const seen = [name, answer.status, answer.text.slice(0, 300)];
  expect(seen).toEqual([name, 200, seen[2]]);
  return answer;
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 with formats, bodies, media types and a schema for each event', () => {
    const { openapi, paths, components } = api.description;
    expect(openapi).toBe('3.1.0');
    expect(paths['/api/login/email']?.['post']?.parameters).toMatchObject([
      { name: 'email', schema: { format: 'email' } },
      { name: 'code', schema: { pattern: '^\\d{4}$' } },
      { name: 'word', required: false },
      { name: 'invitation', required: false },
    ]);
    expect(paths['/api/gpts/rank/weekly']?.['get']?.parameters).toMatchObject([
      { name: 'current_time', schema: { format: 'date' } },
      { name: 'time' },
    ]);
    expect(paths['/logout']?.['get']?.parameters).toMatchObject([
      { name: 'redirect', in: 'query' },
    ]);
    expect(paths['/logout']?.['get']?.responses).toHaveProperty('302');
    const bodies = ['/api/chat/attachments', '/api/chat/import', '/api/hooks/publish'].map((path) =>
      Object.keys(paths[path]?.['post']?.requestBody?.content ?? {}),
    );
    expect(bodies).toEqual([
      ['application/octet-stream'],
      ['application/json', 'application/zip', 'application/octet-stream'],
      ['application/json', 'application/x-www-form-urlencoded'],
    ]);
    const events = ['accepted', 'queue', 'progress', 'delta', 'text', 'end'].map(
      (type) => `AnswerEvent.${type}`,
    );
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(events));
  });

  it('answers visitors as described', async () => {
    for (const name of [
      'listGpts',
      'getDailyRanking',
      'getWeeklyRanking',
      'getMonthlyRanking',
      'getCategoryRanking',
      'listModels',
      'getModelStatus',
      'getAiSearch',
      'getHealth',
      'getReadiness',
      'getOpenApi',
    ]) {
      await succeed(name);
    }
    await succeed('getGpt', { params: { id: 'gpt-4-all' } });
    await succeed('listReviews', { params: { id: 'gpt-4-all' } });
    const { addDays, freezeAt } = rankingsOf(server.database);
    await addDays('gpt-4-all', { '2025-03-08': 3 });
    await freezeAt('2025-03-09T06:00:00Z');
    const day = { range: 'daily', time: '2025-03-08', file: 'inputs' };
    await succeed('getRankingRecord', { params: day });
    await succeed('getRankingFile', { params: day });
    const email = 'reader@example.org';
    const written = { email, topic: 'question', message: 'How?' };
    await succeed('sendContactMessage', { body: written });
    const odd = { ...written, topic: 'gossip' };
    expect((await api.call('sendContactMessage', { body: odd })).status).toBe(400);
    await succeed('countEvents', { body: { page: { home: 1 }, utm_source: { post: 1 } } });
    const asked = await succeed('sendLoginCode', { query: { email } });
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const code = await readCode(server.platform, email);
    await succeed('signInByEmail', { query: { email, code }, cookie });
    expect((await api.call('signInByEmail', { query: { email, code: '12345' } })).status).toBe(400);
    expect((await api.call('sendLoginCode', { query: { email }, cookie })).status).toBe(429);
    for (const name of ['getGpt', 'listReviews']) {
      expect((await api.call(name, { params: { id: 'nobody' } })).status).toBe(404);
    }
    expect((await api.call('listGpts', { query: { page: 0 } })).status).toBe(400);
    expect((await api.call('getWeeklyRanking', { query: { time: '1999-01-04' } })).status).toBe(
      404,
    );
  });

  it('answers a user as described', async () => {
    const { cookie, userId } = await server.signIn(50);
    const gpt = { id: 'gpt-4-all' };
    const first = await succeed('askQuestion', { cookie, body: question({ gpt: gpt.id }) });
    const accepted = acceptedIn(first);
    const id = accepted.conversation_id;
    await callMedia(succeed, api, server, { cookie, accepted });
    await succeed('followAnswer', { cookie, params: { id: accepted.answer_id } });
    await succeed('getThoughts', { cookie, params: { id: accepted.answer_id } });
    await succeed('stopAnswer', { cookie, params: { id: accepted.answer_id } });
    await callChanges(succeed, server, { cookie, userId, id });
    const voted = { cookie, params: { id: accepted.answer_id }, body: { vote: 'up' } };
    await succeed('voteAnswer', voted);
    const again = { request_id: randomUUID(), target: { model: 'gpt-4o-mini' } };
    await succeed('regenerateAnswer', {
      cookie,
      params: { id: accepted.question_id },
      body: again,
    });
    for (const name of [
      'getAccount',
      'listLedger',
      'listSupportMessages',
      'getProduct',
      'listRecentGpts',
      'listConversations',
    ]) {
      await succeed(name, { cookie });
    }
    for (const name of ['saveGpt', 'listSavedGpts', 'unsaveGpt', 'getOwnReview']) {
      await succeed(name, { cookie, params: gpt });
    }
    await setAsDescribed(succeed, cookie);
    await succeed('redeemCode', { cookie, query: { code: 'AAAA-BBBB' } });
    await succeed('putReview', { cookie, params: gpt, body: { rating: 4, text: 'Good' } });
    const { json: reviews } = await api.call('listReviews', { params: gpt });
    const [review] = (reviews as { items: { id: string }[] }).items;
    const report = { reason: 'spam' };
    await succeed('reportReview', { cookie, params: { id: review?.id ?? '' }, body: report });
    await succeed('reportGpt', { cookie, params: gpt, body: report });
    await succeed('deleteReview', { cookie, params: gpt });
    await callConversation(succeed, cookie, id);
    await succeed('exportAccount', { cookie });
    const { json: account } = await succeed('getAccount', { cookie });
    const { email: confirm } = account as { email: string };
    await succeed('requestDeletion', { cookie, body: { confirm } });
    await succeed('getDeletion', { cookie });
    await succeed('keepAccount', { cookie });
    const raw = JSON.stringify(exportOf([toExport('Old', [{ text: 'Hi' }, { text: 'Hello' }])]));
    await succeed('importConversations', { cookie, raw });
    const octets = { 'content-type': 'application/octet-stream' };
    const file = { cookie, query: { name: 'a.txt' }, raw: 'A text', headers: octets };
    const { json: uploaded } = await succeed('uploadAttachment', file);
    const params = { id: (uploaded as { id: string }).id };
    await succeed('getAttachment', { cookie, params });
    await succeed('deleteAttachment', { cookie, params });
    await succeed('deleteConversations', { cookie });
    await callControl(succeed, cookie, id);
    const leaving = { cookie, query: { redirect: '/en' } };
    const navigated = { ...leaving, headers: { 'sec-fetch-mode': 'navigate' } };
    const followed = await api.call('signOut', navigated);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, '/en']);
    await succeed('signOut', { cookie: (await server.signIn()).cookie });
    const { cookie: its } = await server.signIn();
    await succeed('changeAccount', { cookie: its, body: { name: 'Ada', language: 'de' } });
    const own = await succeed('putPicture', { cookie: its, raw: gif, headers: octets });
    const pictureId = (own.json as { picture: string }).picture.split('/').at(-1) ?? '';
    await succeed('getPicture', { cookie: its, params: { id: pictureId } });
    await succeed('deletePicture', { cookie: its });
    const { json: sessions } = await succeed('listSessions', { cookie: its });
    const [ownSession] = (sessions as { items: { id: string }[] }).items;
    const rotated = await succeed('endOtherSessions', { cookie: its });
    const renewed = rotated.headers.getSetCookie().map((line) => line.split(';')[0]);
    await succeed('endSession', {
      cookie: renewed.join('; '),
      params: { id: ownSession?.id ?? '' },
    });
  });

  it('answers buyers and payment providers as described', async () => {
    const { cookie } = await server.signIn(0);
    await buyAsDescribed(succeed, cookie);
    await callSharing(succeed, server);
    const raw = JSON.stringify({ id: randomUUID(), type: 'none', subject: { kind: 'none' } });
    const signed = sign(sandboxKey(server.platform.config), raw, Date.now());
    const event = { params: { method: 'sandbox' }, raw };
    await succeed('receivePaymentEvent', { ...event, headers: { 'sandbox-signature': signed } });
    expect((await api.call('receivePaymentEvent', event)).status).toBe(403);
    await callPlan(succeed, (await server.signIn(0)).cookie);
  });

  it('answers operators and hooks as described', async () => {
    const authorization = `Bearer ${await operatorToken(server.platform.config)}`;
    const whole = await succeed('getSnapshot', { headers: { authorization } });
    const headers = { authorization, 'if-none-match': whole.headers.get('etag') ?? '' };
    expect((await api.call('getSnapshot', { headers })).status).toBe(304);
    await callHooks(succeed, api, secret);
  });

  it('refuses as described: visitors, other origins, wrong methods, wrong values, unknown ids', async () => {
    const { cookie } = await server.signIn(10);
    for (const { method, operation } of api.operations) {
      const { operationId: name, responses, parameters = [] } = operation;
      const period = { range: 'daily', time: '1999-01-04', file: 'inputs' };
      const params = { id: unknownId, method: 'sandbox', job: unknownId, key: 'wrong', ...period };
      const isSigned = signedCalls.has(name);
      const takesPicture = name === 'putPicture' || name === 'sendScreenshot';
      expect((await api.call(name, { params, method: 'PROPFIND' })).status).toBe(405);
      if ('401' in responses) expect((await api.call(name, { params })).status).toBe(401);
      if ('403' in responses && name !== 'getGpt' && !isSigned && method !== 'get') {
        const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
        expect((await api.call(name, { params, cookie, headers })).status).toBe(403);
      }
      if (operation.requestBody && !isSigned && !takesPicture) {
        expect((await api.call(name, { params, cookie, raw: '{' })).status).toBe(400);
      }
      const isLookUp = parameters.some((parameter) => parameter.in === 'path') && method === 'get';
      if (isLookUp) {
        const { status } = await api.call(name, { params, cookie, query: { format: 'json' } });
        expect([name, status]).toEqual([name, 404]);
      }
    }
    const poor = await server.signIn(0);
    const refused = await api.call('askQuestion', { cookie: poor.cookie, body: question() });
    expect(refused.status).toBe(402);
  });

  it('has been called in every operation, with its good answers', () => {
    const uncalled = api.operations.flatMap(({ operation: { operationId: name, responses } }) =>
      Object.keys(responses)
        .filter((status) => status < '400' && api.seen.get(name)?.has(Number(status)) !== true)
        .map((status) => `${name} ${status}`),
    );
    expect(uncalled).toEqual([]);
    expect(api.operations).toHaveLength(allCalls().length);
  });
});

describe('other sites', () => {
  it('may read refusals of public calls, which are never cached', async () => {
    const response = await server.fetch('/api/gpts/no-such-gpt');
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('may not read the calls of users', async () => {
    for (const { call } of allCalls().filter(({ call: { access } }) => access !== 'public')) {
      const path = endpointUrl(call, { params: { id: 'x', method: 'x' } });
      const response = await server.fetch(path, {
        method: call.method,
        headers: { origin: 'https://elsewhere.example' },
      });
      await response.body?.cancel();
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });
});
