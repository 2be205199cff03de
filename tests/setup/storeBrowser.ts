import type { TestServer } from './server.ts';
import { TestBrowser } from './testBrowser.ts';

export type StoreBrowser = {
  /** `METHOD path` of every call that the stores made so far. */
  calls: string[];
  /** The paths that the stores left the page for. */
  left: string[];
  /** Signs the browser in as a user with `credits` credits. Returns the user's id. */
  signIn(credits?: number): Promise<string>;
  /** Goes on with the session of this cookie header. */
  become(cookie: string): void;
  close(): void;
};

/**
 * Lets the browser's stores talk to a test server from Node: their relative addresses lead there, their cookies are
 * kept. Only one at a time, because stores communicate through globals of a page.
 */
export function openStoreBrowser(server: TestServer, path = '/en'): StoreBrowser {
  const calls: string[] = [];
  const left: string[] = [];
  let browser = new TestBrowser(server.url);
  const { fetch: fetchBefore, location: locationBefore } = globalThis;
  const fetchFromPage = async (input: string, init: RequestInit = {}): Promise<Response> => {
    if (!input.startsWith('/')) return fetchBefore(input, init);
    // Without it no cookie would go along.
    if (init.credentials !== 'same-origin') throw new Error(`${input} is sent without credentials`);
    const method = init.method ?? 'GET';
    calls.push(`${method} ${input}`);
    const body = typeof init.body === 'string' ? init.body : undefined;
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const { status, text } = await browser.send(method, input, headers, body);
    return new Response(text, { status });
  };
  const [pathname = '', search = ''] = path.split('?');
  const location = {
    pathname,
    search: search && `?${search}`,
    hash: '',
    assign: (to: string) => left.push(to),
  };
  Object.assign(globalThis, { fetch: fetchFromPage, location });
  return {
    calls,
    left,
    signIn: async (credits) => {
      const { userId, cookie } = await server.signIn(credits);
      browser = new TestBrowser(server.url, { cookie });
      return userId;
    },
    become: (cookie) => {
      browser = new TestBrowser(server.url, { cookie });
    },
    close: () => Object.assign(globalThis, { fetch: fetchBefore, location: locationBefore }),
  };
}
