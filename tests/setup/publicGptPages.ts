import { type ServerResponse } from 'node:http';
import { type StrangersSite, startStrangersSite } from './strangersSite.ts';

export type PublicGptPages = StrangersSite & {
  origin: string;
  /** The options of `startTestServer` that make it fetch pages from here. */
  environment: Record<string, string>;
};

/** Ids of pages, by their content. */
export const publicGpts = {
  withData: 'g-AbCdEfGh1',
  withMetas: 'g-AbCdEfGh2',
  private: 'g-AbCdEfGh3',
  gone: 'g-AbCdEfGh4',
  busy: 'g-AbCdEfGh5',
  elsewhere: 'g-AbCdEfGh6',
  slow: 'g-AbCdEfGh7',
  hostile: 'g-AbCdEfGh8',
} as const;

/** A local site on any port, or this one, with public pages of GPTs, of the shape of those on chatgpt.com. */
export async function startPublicGptPages(port = 0): Promise<PublicGptPages> {
  const site = await startStrangersSite(
    (request, response) => {
      const [, id = ''] = /^\/g\/(g-\w+)/.exec(request.url ?? '') ?? [];
      answer(id, response);
    },
    { port },
  );
  const origin = `http://127.0.0.1:${site.port}`;
  const environment = {
    WEB_TEST_ADDRESSES: `127.0.0.1:${site.port}`,
    GPT_LINKS_ORIGIN: origin,
  };
  return { ...site, origin, environment };
}

function answer(id: string, response: ServerResponse): void {
  const send = (html: string, status = 200) =>
    void response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(html);
  switch (id) {
    case publicGpts.withData:
      return send(pageWithData(id, 'Bread Coach', ['Why is my crust pale?', 'Plan a sourdough']));
    case publicGpts.slow:
      return void setTimeout(() => send(pageWithData(id, 'Slow Cook', [])), 700);
    case publicGpts.withMetas:
      return send(
        pageWithMetas(id, 'ChatGPT - Sea &amp; Sky', 'Names waves &lt;b&gt;and&lt;/b&gt; clouds'),
      );
    case publicGpts.private:
      return send('<title>ChatGPT</title><meta property="og:title" content="ChatGPT">');
    case publicGpts.gone:
      return send('<title>Not found</title>', 404);
    case publicGpts.busy:
      return send('<title>Busy</title>', 503);
    case publicGpts.elsewhere:
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    case publicGpts.hostile:
      return send(hostilePage(id));
    default:
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end();
  }
}

function pageWithMetas(id: string, title: string, description: string, rest = ''): string {
  return `<!doctype html><html><head><title>${title}</title>
    <meta property="og:title" content="${title}">
    <meta content='${description}' property='og:description' />
    <meta property="og:url" content="https://chatgpt.com/g/${id}-slug">
    <meta property="og:image" content="https://files.example.com/picture.png">
    </head><body><div id="root"></div>${rest}</body></html>`;
}

function pageWithData(id: string, name: string, starters: readonly string[]): string {
  const gizmo = {
    id,
    author: { display_name: 'Mill & Oven' },
    display: { name, description: `${name} helps with bread.`, prompt_starters: starters },
  };
  const data = JSON.stringify({ props: { pageProps: { kind: 'gizmo', gizmo: { gizmo } } } });
  const script = `<script id="__NEXT_DATA__" type="application/json">${data}</script>`;
  return pageWithMetas(id, `ChatGPT - ${name}`, 'Short', script);
}

function hostilePage(id: string): string {
  const name = `<script>alert(1)</script>\u202Eevil\u0000 ${'long '.repeat(500)}`;
  const starters = [...Array.from({ length: 100 }, (_, index) => `Starter ${index}`), 7, null];
  const data = JSON.stringify({
    id,
    author: { display_name: { nested: 'no text' } },
    display: { name, description: 'x'.repeat(50_000), prompt_starters: starters },
  }).replaceAll('<', '\\u003c');
  return `<script type="application/json">${data}</script><script type="application/json">{broken`;
}
