import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteServer, startSiteServer } from '../../setup/siteServer.ts';

let site: SiteServer;

const get: SiteServer['get'] = (...request) => site.get(...request);

beforeAll(async () => {
  site = await startSiteServer();
});

afterAll(() => site.close());

describe('language redirects', () => {
  it.each([
    ['/', {}, '/en'],
    ['/', { cookie: 'lang=ja' }, '/ja'],
    ['/', { cookie: 'lang=es', 'accept-language': 'fr-CH, de;q=0.9' }, '/fr'],
    ['/', { cookie: 'a=b; lang=zh_TW', 'accept-language': 'de' }, '/zh_TW'],
    ['/', { 'accept-language': 'es, zh-Hant-HK;q=0.8, en;q=0.1' }, '/zh_TW'],
    ['/?utm_source=x&y=%20', {}, '/en?utm_source=x&y=%20'],
    ['/pricing', { 'accept-language': 'de' }, '/de/pricing'],
    ['/pricing/', {}, '/en/pricing'],
    ['/login?redirect=%2Fen%2Fchat', { cookie: 'lang=ko' }, '/ko/login?redirect=%2Fen%2Fchat'],
    ['/es/pricing', { cookie: 'lang=vi' }, '/vi/pricing'],
    ['/es', {}, '/en'],
    ['/pt-BR/gpts/gpt-4-all', {}, '/en/gpts/gpt-4-all'],
    ['/kr', { cookie: 'lang=de' }, '/ko'],
    ['/cn', {}, '/zh'],
    ['/CN/pricing?a=1', {}, '/zh/pricing?a=1'],
    ['/jp/gpts/a%2Fb~', { 'accept-language': 'de' }, '/ja/gpts/a%2Fb~'],
    ['/vn/', {}, '/vi'],
    ['/tw', {}, '/zh_TW'],
    ['/deu', {}, '/de'],
    ['/fil', { cookie: 'lang=ko' }, '/ko'],
    ['/spa-419/pricing', { 'accept-language': 'fr' }, '/fr/pricing'],
    ['/xx', { cookie: 'lang=ko' }, '/ko/xx'],
    ['/xyz', {}, '/en/xyz'],
    ['/faq?a=1', { 'accept-language': 'fr' }, '/fr/faq?a=1'],
    ['/xyz-419/pricing', { 'accept-language': 'fr' }, '/fr/xyz-419/pricing'],
    ['/us/pricing', {}, '/en/us/pricing'],
    ['/yue', {}, '/zh_TW'],
    ['/yue-CN/pricing', {}, '/zh/pricing'],
    ['/cmn-Hant', {}, '/zh_TW'],
    ['/', { 'accept-language': 'yue-HK, en;q=0.5' }, '/zh_TW'],
    ['/', { 'accept-language': 'zh-Hant-MO' }, '/zh_TW'],
    ['/', { 'accept-language': 'cmn-CN' }, '/zh'],
    ['/art/chat/luma-video', {}, '/en/chat/art/luma-video'],
    ['/llama/chat', {}, '/en/chat/llama/llama-3.1-8b-instant'],
    ['/art/chat/', { cookie: 'lang=de' }, '/de/chat/art/dall-e-3'],
    ['/es/nextchat', { cookie: 'lang=ja' }, '/ja/nextchat'],
    ['/jp/g', {}, '/ja/chat/g/gpt-4-all'],
    ['/zh-TW', { cookie: 'lang=de' }, '/zh_TW'],
    ['/EN/pricing?a=1', { cookie: 'lang=de' }, '/en/pricing?a=1'],
    ['/zh-hans/pricing', {}, '/zh/pricing'],
    ['/gpts/not-in-the-release', {}, '/en/gpts/not-in-the-release'],
    ['/gpts/gone-gpt', {}, '/en/gpts/gone-gpt'],
    ['/gpts/a%2Fb~', {}, '/en/gpts/a%2Fb~'],
    ['/categories/%E5%86%99%E4%BD%9C', {}, '/en/categories/%E5%86%99%E4%BD%9C'],
    ['/tags', {}, '/en/tags'],
    ['/categories', { 'accept-language': 'fr' }, '/fr/categories'],
    ['/tags/coding', { 'accept-language': 'fr' }, '/fr/tags/coding'],
    ['/authors/dolores', { 'accept-language': 'fr' }, '/fr/authors/dolores'],
    ['/saved', { 'accept-language': 'fr' }, '/fr/saved'],
    ['/chat', {}, '/en/chat'],
    ['/chat/openai/gpt-3.5-turbo', {}, '/en/chat/openai/gpt-3.5-turbo'],
    ['/chat/openai/dall-e-3', {}, '/en/chat/art/dall-e-3'],
    ['/g', {}, '/en/chat/g/gpt-4-all'],
    ['/g/some%20gpt', { cookie: 'lang=fr' }, '/fr/chat/g/some%20gpt'],
    ['/openai/chat/gpt-4o-mini', {}, '/en/chat/openai/gpt-4o-mini'],
    ['/claude/chat/claude-3-opus?x=1', {}, '/en/chat/claude/claude-3-opus?x=1'],
    ['/openai/chat/dall-e-3', {}, '/en/chat/art/dall-e-3'],
    ['/openai/chat', {}, '/en/chat/openai/gpt-3.5-turbo'],
    ['/claude/chat/?x=1', { cookie: 'lang=vi' }, '/vi/chat/claude/claude-2?x=1'],
    ['/ranking', {}, '/en/ranking/all'],
    ['/gpts', {}, '/en'],
    ['/authors/', {}, '/en'],
    ['/g/', {}, '/en/chat/g/gpt-4-all'],
    ['/s/some-id/', {}, '/en/s/some-id'],
  ])('leads %s with %o to %s', async (path, headers, location) => {
    const answer = await get(path, headers);
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
    expect(answer.headers['vary']).toBe('Cookie, Accept-Language');
  });

  it('keep the choice in the cookie', async () => {
    const { headers } = await get('/pricing?a=/de', { 'accept-language': 'fr' });
    expect(String(headers['set-cookie'])).toMatch(/^lang=fr; Path=\/;/);
    expect((await get('/', {})).headers['set-cookie']).toBeDefined();
  });

  it.each([
    ['/pricing', { 'accept-language': 'fr' }, true],
    ['/es/pricing', { cookie: 'lang=es' }, true],
    ['/pricing', { cookie: 'lang=fr' }, false],
    ['/jp', {}, false],
  ])(
    'report after %s with %o whether the language is a guess: %s',
    async (path, headers, isGuess) => {
      const cookies = String((await get(path, headers)).headers['set-cookie']);
      expect(cookies.includes('lang_guessed=1')).toBe(isGuess);
    },
  );

  it.each([
    ['/en/pricing/', '/en/pricing'],
    ['/de/chat/openai/dall-e-3?text=a', '/de/chat/art/dall-e-3?text=a'],
    ['/de/chat/openai/dall-e-3/c/12', '/de/chat/art/dall-e-3/c/12'],
    ['/de/g/abc', '/de/chat/g/abc'],
    ['/de/chat/', '/de/chat'],
    ['/de/chat/openai/gpt-4o-mini/?text=a', '/de/chat/openai/gpt-4o-mini?text=a'],
    ['/de/pricing//', '/de/pricing'],
    ['/de/gpts/a%2Fb~/?x=%2F', '/de/gpts/a%2Fb~?x=%2F'],
    ['/de/ranking', '/de/ranking/all'],
    ['/de/ranking/?x=1', '/de/ranking/all?x=1'],
    ['/de/gpts', '/de'],
    ['/de/authors', '/de'],
    ['/de/art/chat/luma-video', '/de/chat/art/luma-video'],
    ['/de/nextchat/', '/de/nextchat'],
    ['/de/policy.html', '/policy.html'],
    ['/de/blog/what-credits-buy?x=1', '/de/help/what-credits-buy?x=1'],
    ['/en/Blog/reading-the-rankings/', '/en/help/reading-the-rankings'],
    ['/nextchat/?x=1', '/nextchat?x=1'],
    ['/search/placeholder/', '/search/placeholder'],
    ['/policy.html/', '/policy.html'],
    ['/avatar.png/', '/avatar.png'],
    ['/_astro/app.one.js/', '/_astro/app.one.js'],
    ['/logout/', '/logout'],
    ['/en/Pricing', '/en/pricing'],
    ['/en/PRICING/?a=B', '/en/pricing?a=B'],
    ['/de/GPTS/a%2Fb~', '/de/gpts/a%2Fb~'],
    ['/de/Chat/openai/gpt-4o-mini', '/de/chat/openai/gpt-4o-mini'],
    ['/en/page/1', '/en'],
    ['/en/Page/1/', '/en'],
    ['/en/categories/%E5%86%99%E4%BD%9C/page/1?x=1', '/en/categories/%E5%86%99%E4%BD%9C?x=1'],
    ['/en/Ranking/All', '/en/ranking/all'],
    ['/de/GPTs', '/de'],
    ['/de/gpts/GPT-4-All', '/de/gpts/gpt-4-all'],
    ['/de/G/Abc', '/de/chat/g/Abc'],
    ['/de/OpenAI/chat/gpt-4o-mini?text=A', '/de/chat/openai/gpt-4o-mini?text=A'],
    ['/Policy.html?x=1', '/policy.html?x=1'],
    ['/Robots.txt', '/robots.txt'],
  ])('leads %s to %s in the same language, for good', async (path, location) => {
    const answer = await get(path, { cookie: 'lang=fr' });
    expect([answer.status, answer.headers['location']]).toEqual([301, location]);
    expect(answer.headers['vary']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['/de/g/', '/de/chat/g/gpt-4-all'],
    ['/de/openai/chat', '/de/chat/openai/gpt-3.5-turbo'],
    ['/de/claude/chat', '/de/chat/claude/claude-2'],
    ['/de/Claude/chat', '/de/chat/claude/claude-2'],
  ])('leads %s to %s for now', async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    '/en',
    '/zh_TW/pricing',
    '/de/chat/openai/gpt-4o-mini',
    '/policy.html',
    '/robots.txt',
    '/nextchat',
    '/en/nextchat',
  ])('serves %s for any preferred language of the visitor', async (path) => {
    const answer = await get(path, { cookie: 'lang=ja', 'accept-language': 'vi' });
    expect(answer.status).toBe(200);
  });

  it.each([
    '//evil.example',
    '//evil.example/pricing',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/%2fevil.example/',
    '/en//evil.example/',
    '/g//evil.example',
    '/g/%2F%2Fevil.example',
    '/es//evil.example',
    '/ES/%5C%5Cevil.example',
    '/./evil.example/',
    '/%09/evil.example',
    '/en/%0d%0aset-cookie:x',
    '/openai/chat/%2F%2Fevil.example',
    '/https://evil.example',
    '/pricing?next=//evil.example',
    'http://evil.example/pricing',
    'http://evil.example//evil.example',
    '//evil.example/%2e%2e/nextchat/',
    '/nextchat//evil.example/',
    '/%2F/evil.example/',
    '/g/%5Cevil.example/',
    '/jp//evil.example/',
    '/en/%2F%2Fevil.example/',
    '/openai/chat//evil.example/',
    '/policy.html/%2F/',
    '//',
  ])('never leads %s to another origin', async (path) => {
    const { status, headers } = await get(path);
    expect([301, 302, 400, 404]).toContain(status);
    if (status === 301 || status === 302) {
      const target = new URL(headers['location'] ?? '', 'https://dolores.example/');
      expect(target.origin).toBe('https://dolores.example');
      expect(headers['location']).toMatch(/^\/(en|zh|de)(\/(?![/\\])|$)/);
    }
  });
});

describe('a missing address', () => {
  it.each([
    ['/en/nothing', 'en'],
    ['/en/__proto__', 'en'],
    ['/zh_TW/gpts/unknown', 'zh_TW'],
    ['/de/chats', 'de'],
    ['/en/%2fpricing', 'en'],
    ['/en/constructor', 'en'],
  ])('answers %s with the 404 page in %s', async (path, language) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain(`<title>404 ${language}</title>`);
    expect(answer.headers['content-security-policy']).toContain('sha256-');
  });

  it('answers a missing file in the language of the visitor, without a redirect', async () => {
    const answer = await get('/report.pdf', { 'accept-language': 'fr', 'accept-encoding': 'br' });
    expect(answer.status).toBe(404);
    expect(brotliDecompressSync(answer.body).toString()).toContain('<title>404 fr</title>');
    expect(answer.headers['vary']).toBe('Accept-Encoding, Cookie, Accept-Language');
  });

  it.each([
    '/.git/config',
    '/.env',
    '/.well-known/nothing',
    '/wp-admin/',
    '/wp-login.php',
    '/blog/wp-includes/x.php',
    '/cgi-bin/test.cgi',
    '/api',
    '/media',
  ])('answers %s with a short 404, without a choice of language', async (path) => {
    const answer = await get(path, { 'accept-language': 'fr' });
    expect(answer.status).toBe(404);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body.length).toBeLessThan(400);
  });

  it('answers a missing asset with a short 404', async () => {
    const answer = await get('/_astro/nothing.js');
    expect(answer.status).toBe(404);
    expect(answer.body.length).toBeLessThan(400);
  });

  it('answers a removed GPT with 410 in every language', async () => {
    const answer = await get('/ja/gpts/gone-gpt');
    expect(answer.status).toBe(410);
    expect(answer.body.toString()).toContain('<title>410 ja</title>');
    expect((await get('/en/gpts/gone%2Fgpt')).status).toBe(410);
  });

  it.each(['/%', '/en/%E0%A4%A', '/en/gpts/%ff', '/%c0%ae%c0%ae/'])(
    'answers the malformed address %s with 400',
    async (path) => {
      expect((await get(path)).status).toBe(400);
    },
  );

  it('refuses methods that write', async () => {
    expect((await get('/en', {}, 'POST')).status).toBe(405);
  });
});
