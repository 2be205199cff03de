import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

type Operation = {
  description: string;
  responses: { 200: { content: Record<string, { schema: z.core.JSONSchema.JSONSchema }> } };
};
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> };

/** Calls without a value that they need, and with one that a starter catalogue answers. */
const examples: [path: string, url: string][] = [
  ['/api/gpts', '/api/gpts?size=5'],
  ['/api/gpts/{id}', '/api/gpts/gpt-4-all'],
  ['/api/gpts/{id}/reviews', '/api/gpts/gpt-4-all/reviews'],
  ['/api/gpts/rank/daily', '/api/gpts/rank/daily'],
  ['/api/gpts/rank/weekly', '/api/gpts/rank/weekly?current_time=2026-11-21'],
  ['/api/gpts/rank/monthly', '/api/gpts/rank/monthly'],
  ['/api/gpts/rank/categories', '/api/gpts/rank/categories'],
  ['/api/models', '/api/models'],
  ['/healthz', '/healthz'],
  ['/api/openapi.json', '/api/openapi.json'],
];

let server: TestServer;
let described: Description;

beforeAll(async () => {
  server = await startTestServer();
  await loadStarterIfEmpty(server.database);
  described = (await (await server.fetch('/api/openapi.json')).json()) as Description;
});

afterAll(() => server.close());

describe('the API as it describes itself', () => {
  it('is OpenAPI 3.1', () => {
    expect(described.openapi).toBe('3.1.0');
  });

  it.each(examples)('answers %s as described, to pages of any site', async (path, url) => {
    const response = await server.fetch(url, { headers: { origin: 'https://elsewhere.example' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const schema = described.paths[path]?.['get']?.responses[200].content['application/json'];
    const answer: unknown = await response.json();
    expect(z.fromJSONSchema(schema?.schema ?? false).safeParse(answer).error).toBeUndefined();
  });

  it('lets other sites read refusals of public calls too, which nobody keeps', async () => {
    const response = await server.fetch('/api/gpts/no-such-gpt');
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('lets no other site read the calls of users', async () => {
    const calls = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
    for (const call of calls.filter(({ access }) => access !== 'public')) {
      const path = endpointUrl(call, { params: { id: 'x' } });
      const response = await server.fetch(path, {
        method: call.method,
        headers: { origin: 'https://elsewhere.example' },
      });
      await response.body?.cancel();
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  it('serves every call that it describes', async () => {
    for (const [path, methods] of Object.entries(described.paths)) {
      for (const method of Object.keys(methods)) {
        const url = path.replaceAll('{id}', '00000000-0000-4000-8000-000000000000');
        const response = await server.fetch(url, { method: method.toUpperCase() });
        const text = await response.text();
        expect(text, `${method} ${path}`).not.toContain('There is no such call');
        expect(text, `${method} ${path}`).not.toContain('Nothing can be sent to this address');
      }
    }
  });
});
