import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedStarterCharacters } from '#domain/chat/chat.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { ask, readEvents } from '../../setup/chat.ts';
import { announceTooMuch, askWithSecrets, secrets } from '../../setup/loggedSecrets.ts';
import { findNginx } from '../../setup/nginx.ts';
import { freePort } from '../../setup/process.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { readCode, signIn } from '../../setup/signIn.ts';
import { TestBrowser } from '../../setup/testBrowser.ts';
import { startExampleNginx } from '../../setup/webServers.ts';

describe('the example of nginx with TLS', () => {
  if (!findNginx()) {
    it.skip('cannot be tested here: nginx is not installed, and its package cannot be downloaded', () =>
      undefined);
    return;
  }
  let server: TestServer;
  let web: Awaited<ReturnType<typeof startExampleNginx>>;

  beforeAll(async () => {
    const port = await freePort();
    const environment = { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: '1' };
    server = await startTestServer({ environment });
    const folder = await writeFolder(siteFiles('one'));
    await release(server.platform.config.dataDir, folder);
    await rm(folder, { recursive: true });
    web = await startExampleNginx(port, server.url);
  });

  afterAll(async () => {
    await web.close();
    await server.close();
  });

  it('passes pages and calls on, a sign-in among them', async () => {
    for (const path of ['/en', '/en/gpts/gpt-4-all', '/robots.txt', '/en/nothing', '/es/pricing']) {
      const [ours, theirs] = [
        await server.fetch(path),
        await fetch(`${web.url}${path}`, { redirect: 'manual' }),
      ];
      expect([path, theirs.status]).toEqual([path, ours.status]);
      expect(theirs.headers.get('content-security-policy')).toBe(
        ours.headers.get('content-security-policy'),
      );
      expect(await theirs.text()).toBe(await ours.text());
    }
    const browser = new TestBrowser(web.url, { origin: web.url });
    const userId = await signIn(server.platform, browser, 'visitor-a@example.org');
    const account = await browser.get('/api/account');
    expect([account.status, account.json]).toEqual([
      200,
      expect.objectContaining({ user_id: userId }),
    ]);
    expect((await browser.get('/logout')).status).toBe(200);
    expect((await browser.get('/api/account')).status).toBe(401);
  });

  it('passes the longest links with a question on: nine characters for each Chinese one', async () => {
    const text = '合'.repeat(linkedStarterCharacters);
    const path = chatPath('zh', { group: 'g', gpt: 'gpt-4-all' }, { text });
    const [ours, theirs] = [await server.fetch(path), await fetch(`${web.url}${path}`)];
    expect(theirs.status).toBe(ours.status);
    expect(await theirs.text()).toBe(await ours.text());
  });

  it('answers over TLS, and leads there from http', async () => {
    const host = 'dolores.example';
    const overTls = httpsGet({
      socketPath: join(web.folder, 'tls'),
      path: '/en',
      headers: { host },
      rejectUnauthorized: false,
    });
    const [page] = (await once(overTls, 'response')) as [IncomingMessage];
    page.resume();
    expect(page.statusCode).toBe(200);
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000');
    const plain = httpGet({
      socketPath: join(web.folder, 'plain'),
      path: '/en?x=1',
      headers: { host },
    });
    const [moved] = (await once(plain, 'response')) as [IncomingMessage];
    moved.resume();
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `https://${host}/en?x=1`]);
    expect((await fetch(`${web.url}/metrics`)).status).toBe(404);
  });

  it('lets accepted files through, and streams answers while they arrive', async () => {
    const { cookie } = await server.signIn(10);
    const through: TestServer = {
      ...server,
      fetch: (path, { cookie: sent = '', ...init } = {}) =>
        fetch(`${web.url}${path}`, {
          ...init,
          headers: { origin: web.url, cookie: sent, 'content-type': 'application/json' },
        }),
    };
    // Larger than the default limit of nginx.
    const large = await through.fetch('/api/chat/import', {
      method: 'POST',
      cookie,
      body: JSON.stringify({ filler: 'x'.repeat(3_000_000) }),
    });
    expect(((await large.json()) as { error: { code: string } }).error.code).toBe('invalid_input');
    const answer = await ask(through, cookie, { text: 'sandbox: stall 3' });
    let answerId = '';
    let text = '';
    for await (const { event } of readEvents(answer)) {
      if (event.type === 'accepted') answerId = event.answer_id;
      if (event.type === 'delta') text += event.text;
      // The model will never say more: this came while the answer was running.
      if (event.type === 'delta' && text.includes('3')) {
        const stopped = await through.fetch(`/api/chat/answers/${answerId}/stop`, {
          method: 'POST',
          cookie,
        });
        expect(stopped.status).toBe(200);
      }
    }
    expect(text).toContain('3');
  });

  it('has no address, no code and no query in its logs, for any failure', async () => {
    const away = await startExampleNginx(await freePort(), 'http://127.0.0.1:9');
    try {
      const statuses = await askWithSecrets(web.url);
      expect(statuses.slice(-4)).toEqual([414, 200, 400, 400]);
      const statusesAway = await askWithSecrets(away.url);
      expect(statusesAway.filter((status) => status !== 502)).toEqual([414, 400, 400]);
      for (const one of [web, away]) {
        expect(await announceTooMuch(one.url)).toBe(413);
        await expect.poll(() => one.logs()).toMatch(/\/api\/login\/email[^]*\/login[^]*\/en\b/);
        expect(await one.logs()).not.toMatch(secrets);
      }
    } finally {
      await away.close();
    }
    // The mail held a code; it is not only the made-up ones that stay out.
    expect(await web.logs()).not.toContain(
      await readCode(server.platform, 'visitor-a@example.org'),
    );
  });
});
