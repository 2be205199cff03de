import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { SUPPORT_EMAIL: 'help@example.org' } });
});

afterAll(() => server.close());

describe('who found a fault of security', () => {
  it('reads where to report it, from a file that says until when it holds', async () => {
    const response = await server.fetch('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toContain('Contact: mailto:help@example.org\n');
    expect(text).toMatch(/^Canonical: http\S+\/\.well-known\/security\.txt$/m);
    const [, end = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
    expect(new Date(end).getTime()).toBeGreaterThan(Date.now());
  });
});
