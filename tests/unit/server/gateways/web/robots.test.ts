import { afterEach, describe, expect, it } from 'vitest';
import type { WebGateway } from '#server/gateways/web/web.ts';
import {
  type StrangersSite,
  htmlOnly,
  startStrangersSite,
  webOf,
} from '../../../../setup/strangersSite.ts';

const sites: StrangersSite[] = [];

afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

type RobotsAnswer = { status?: number; text?: string; location?: string };

/** A site with this robots.txt and a page everywhere else. */
async function siteWith(answer: () => RobotsAnswer): Promise<StrangersSite> {
  const site = await startStrangersSite((request, response) => {
    if (request.url !== '/robots.txt') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('here');
    }
    const { status = 200, text = '', location } = answer();
    const headers = { 'content-type': 'text/plain', ...(location !== undefined && { location }) };
    response.writeHead(status, headers).end(text);
  });
  sites.push(site);
  return site;
}

async function outcome(web: WebGateway, { port }: StrangersSite, path: string): Promise<string> {
  const fetched = await web.fetchPage(`http://127.0.0.1:${port}${path}`, htmlOnly);
  return fetched.kind === 'page' ? 'page' : fetched.reason;
}

describe('robots.txt', () => {
  it('decides which pages are read, by its most specific rule', async () => {
    const text = `User-agent: *\nDisallow: /private\nAllow: /private/open$\nDisallow: /*?sort=`;
    const site = await siteWith(() => ({ text }));
    const web = webOf([site]);
    expect(await outcome(web, site, '/')).toBe('page');
    expect(await outcome(web, site, '/private/page')).toBe('robots');
    expect(await outcome(web, site, '/private/open')).toBe('page');
    expect(await outcome(web, site, '/list?sort=name')).toBe('robots');
    expect(site.requests.filter((line) => line.includes('private/page'))).toEqual([]);
  });

  it('can have rules for this crawler only', async () => {
    const text = 'User-agent: dolores\nDisallow: /\n\nUser-agent: *\nAllow: /';
    const site = await siteWith(() => ({ text }));
    expect(await outcome(webOf([site]), site, '/')).toBe('robots');
  });

  it('is requested once an hour, also by two callers at once', async () => {
    const site = await siteWith(() => ({ text: 'User-agent: *\nAllow: /' }));
    let now = new Date('2027-01-01T12:00:00Z');
    const web = webOf([site], { now: () => now });
    await Promise.all(['/1', '/2', '/3'].map((path) => outcome(web, site, path)));
    const asked = () => site.requests.filter((line) => line.endsWith('/robots.txt')).length;
    expect(asked()).toBe(1);
    now = new Date('2027-01-01T13:01:00Z');
    await outcome(web, site, '/4');
    expect(asked()).toBe(2);
  });

  it('allows all pages if it is missing, and none if it cannot be read', async () => {
    const statuses = { 404: 'page', 403: 'page', 410: 'page', 429: 'robots', 500: 'robots' };
    const outcomes = Object.keys(statuses).map(async (status) => {
      const site = await siteWith(() => ({ status: Number(status) }));
      return [status, await outcome(webOf([site]), site, '/')] as const;
    });
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(statuses);
  });

  it('is asked again five minutes after it could not be read', async () => {
    let status = 503;
    const site = await siteWith(() => ({ status }));
    let now = new Date('2027-01-01T12:00:00Z');
    const web = webOf([site], { now: () => now });
    expect(await outcome(web, site, '/')).toBe('robots');
    status = 404;
    expect(await outcome(web, site, '/')).toBe('robots');
    now = new Date('2027-01-01T12:06:00Z');
    expect(await outcome(web, site, '/')).toBe('page');
  });

  it('does not lead to a private address', async () => {
    const inside = await siteWith(() => ({ text: 'secret' }));
    const site = await siteWith(() => ({
      status: 302,
      location: `http://127.0.0.1:${inside.port}/robots.txt`,
    }));
    expect(await outcome(webOf([site]), site, '/')).toBe('bad_address');
    expect(inside.requests).toEqual([]);
  });

  it('does not lead to a forbidden host, also from the cache', async () => {
    const elsewhere = await siteWith(() => ({ text: 'User-agent: *\nAllow: /' }));
    const site = await siteWith(() => ({
      status: 302,
      location: `http://b.example.com:${elsewhere.port}/robots.txt`,
    }));
    const url = `http://a.example.com:${site.port}/`;
    const options = { ...htmlOnly, allowedHosts: ['a.example.com'] };
    const refused = { kind: 'refusal', reason: 'host_not_allowed' };
    const web = webOf([site, elsewhere]);
    expect(await web.fetchPage(url, options)).toMatchObject(refused);
    expect(elsewhere.requests).toEqual([]);
    expect(await web.fetchPage(url, htmlOnly)).toMatchObject({ kind: 'page' });
    expect(await web.fetchPage(`${url}other`, options)).toMatchObject(refused);
  });

  it('of a hostile site does not take long to compare', async () => {
    const rule = `Disallow: /${'*a'.repeat(200)}b`;
    const site = await siteWith(() => ({
      text: `User-agent: *\n${Array.from({ length: 1_000 }, () => rule).join('\n')}`,
    }));
    expect(await outcome(webOf([site]), site, `/${'a'.repeat(1_900)}`)).toBe('page');
  });
});
