import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type TestAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** `Set-Cookie` lines as they came. */
  cookies: string[];
  text: string;
  /** The body as JSON; `undefined` if it is something else. */
  json: unknown;
};

type Cookie = { name: string; value: string; path: string };

/**
 * A browser without a window: keeps cookies as one does, sends the headers of pages of the same origin, and lets a test
 * send any header (which `fetch` would not).
 */
export class TestBrowser {
  readonly #baseUrl: string;
  readonly #headers: OutgoingHttpHeaders;
  readonly #cookies = new Map<string, Cookie>();

  /** `headers` go with every request; one that is `undefined` is left out. A `cookie` among them is kept as such. */
  constructor(baseUrl: string, { cookie, ...headers }: OutgoingHttpHeaders = {}) {
    this.#baseUrl = baseUrl;
    for (const pair of typeof cookie === 'string' ? cookie.split('; ') : []) this.#keep(pair);
    this.#headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', ...headers };
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<TestAnswer> {
    return this.send('GET', path, headers);
  }

  post(path: string, headers: OutgoingHttpHeaders = {}): Promise<TestAnswer> {
    return this.send('POST', path, headers);
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(keyOf(name, path), { name, value, path });
  }

  deleteCookie(name: string): void {
    for (const { path } of this.#cookies.values()) this.#cookies.delete(keyOf(name, path));
  }

  async send(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    body?: string,
  ): Promise<TestAnswer> {
    const given = { ...this.#headers, cookie: this.#cookieHeader(path), ...headers };
    const sent = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    const answer = await exchange(new URL(path, this.#baseUrl), method, sent, body);
    for (const line of answer.cookies) this.#keep(line);
    return answer;
  }

  #cookieHeader(path: string): string | undefined {
    const pairs = [...this.#cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`);
    return pairs.length === 0 ? undefined : pairs.join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
    const isOver = attributes.some((text) => /^max-age=0$/i.test(text));
    if (isOver) this.#cookies.delete(keyOf(name, path));
    else this.setCookie(name, value, path);
  }
}

/** Cookies of one name live side by side, each on its path. */
function keyOf(name: string, path: string): string {
  return `${path} ${name}`;
}

let networks = 0;

/**
 * A browser on a network of its own, so that tests do not share limits. The server must trust one proxy
 * (`TRUSTED_PROXIES=1`).
 */
export function onNewNetwork(baseUrl: string): TestBrowser {
  networks += 1;
  const address = `10.0.${Math.floor(networks / 250)}.${networks % 250}`;
  return new TestBrowser(baseUrl, { 'x-forwarded-for': address });
}

/** Not kept alive: a server that stops need not wait for us. */
const agent = new Agent({ keepAlive: false, maxSockets: 64 });

function exchange(
  url: URL,
  method: string,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const cookies = response.headers['set-cookie'] ?? [];
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, cookies, text, json: parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
