import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointUrl } from '#contract/endpoint.ts';
import { allCalls } from '#contract/openapi/openapi.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const calls = allCalls().map(({ call }) => call);
/** The methods of each address, by the address with values in it. */
const addresses = Map.groupBy(calls, (call) =>
  endpointUrl(call, {
    params: {
      id: 'x',
      method: 'x',
      job: 'x',
      key: 'x',
      range: 'daily',
      time: '2025-03-08',
      file: 'inputs',
    },
  }),
);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function send(path: string, method: string, init: RequestInit & { cookie?: string } = {}) {
  const response = await server.fetch(path, { ...init, method });
  const text = await response.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, allow: response.headers.get('allow'), code, text };
}

describe('every address of the API', () => {
  it('refuses other methods with 405, and lists the allowed ones', async () => {
    for (const [path, ofPath] of addresses) {
      const reads = ofPath.some(({ method, changes }) => method === 'GET' && !changes);
      const own = ofPath.map(({ method }) => method);
      const allow = ofPath.flatMap(({ method }) =>
        method === 'GET' && reads ? ['GET', 'HEAD'] : [method],
      );
      const expected = [...allow, 'OPTIONS'].join(', ');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (allow.includes(method)) continue;
        // Without a session, from any site, with a body of any kind.
        const body = method === 'GET' || method === 'HEAD' ? undefined : 'nonsense';
        const headers = { origin: 'https://elsewhere.example' };
        const answer = await send(
          path,
          method,
          body === undefined ? { headers } : { headers, body },
        );
        expect([path, method, answer.status, answer.allow]).toEqual([path, method, 405, expected]);
        if (method !== 'HEAD') expect(answer.code).toBe('method_not_allowed');
      }
      const options = await send(path, 'OPTIONS');
      expect([path, options.status, options.allow, options.text]).toEqual([
        path,
        204,
        expected,
        '',
      ]);
      expect(own.length).toBeGreaterThan(0);
    }
  });

  it('prefers an exact address to one with a parameter', async () => {
    const exact = await send('/api/chat/conversations/restore', 'DELETE');
    expect(exact).toMatchObject({ status: 405, allow: 'POST, OPTIONS' });
    const inGpts = await send('/api/gpts/collection', 'PUT');
    expect(inGpts).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' });
    const withSlash = await send('/api/gpts/team%2Fhelper', 'POST');
    expect(withSlash).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' });
  });

  it('answers 404 at unknown addresses; pages accept reading methods only', async () => {
    for (const path of ['/api/nothing', '/api/gpts/', '/api/gpts/a/b/c', '/api/account/x']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        expect(await send(path, method)).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    expect(await send('/en', 'POST')).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' });
    expect(await send('/en', 'OPTIONS')).toMatchObject({
      status: 204,
      allow: 'GET, HEAD, OPTIONS',
    });
  });

  it('answers HEAD only like a reading method', async () => {
    const { cookie } = await server.signIn();
    expect(await send('/api/account', 'HEAD', { cookie })).toMatchObject({ status: 200, text: '' });
    expect((await send('/logout', 'HEAD', { cookie })).status).toBe(405);
    expect((await send('/api/account', 'GET', { cookie })).status).toBe(200);
  });

  it('answers preflights of other sites for public calls only', async () => {
    const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
    for (const [path, allowed] of [
      ['/api/gpts', 'GET, HEAD'],
      ['/api/account', null],
    ] as const) {
      const { headers } = await server.fetch(path, { method: 'OPTIONS', headers: asked });
      expect(headers.get('access-control-allow-methods')).toBe(allowed);
      expect(headers.get('access-control-allow-origin')).toBe(allowed === null ? null : '*');
    }
  });
});

describe('a call that needs a session', () => {
  const ofUsers = calls.filter(({ access }) => access === 'user' || access === 'operator');

  it.each(ofUsers.map((call) => [call.method, call.path, call] as const))(
    'answers 401 before its input is checked: %s %s',
    async (method, _path, call) => {
      const path = `${endpointUrl(call, { params: { id: '%%' } })}?size=x&format=x&since=${'x'.repeat(3_000)}`;
      const body = method === 'GET' ? {} : { body: '{"broken', headers: { 'content-type': 'x/y' } };
      expect(await send(path, method, body)).toMatchObject({ status: 401, code: 'not_signed_in' });
    },
  );
});

describe('unknown values in the query of a call', () => {
  const reading = calls.filter(
    ({ method, response }) => method === 'GET' && response !== undefined,
  );

  it.each(reading.map((call) => [call.path, call] as const))(
    'are ignored by GET %s',
    async (_path, call) => {
      const { cookie } = await server.signIn();
      const known = {
        query: 'word',
        product: 'pro_month',
        email: 'who@example.org',
        by: 'day',
        days: '30',
      };
      const params = { id: '00000000-0000-4000-8000-000000000000' };
      const url = endpointUrl(call, { params, query: known });
      const plain = await send(url, 'GET', { cookie });
      const cookie2 = (await server.signIn()).cookie;
      const more = await send(`${url}&utm_source=mail&_=1732300000&lang[]=x`, 'GET', {
        cookie: cookie2,
      });
      expect([more.status, more.code]).toEqual([plain.status, plain.code]);
      expect(plain.status).not.toBe(400);
    },
  );

  it('are ignored by calls that change data', async () => {
    const { cookie } = await server.signIn();
    const answer = await send('/api/product/code?code=AAAA&count=9', 'POST', { cookie });
    expect(answer).toMatchObject({ status: 200 });
  });
});
