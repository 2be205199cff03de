import type { OutgoingHttpHeaders, Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { settleBody } from '#server/unreadBody.ts';
import { bodyOf } from '#server/writtenBody.ts';

type Answer = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

export type HttpServer = {
  port: number;
  /** Hands requests to `answer` from now on; before, they get 503. */
  answerWith(answer: Answer): void;
  /** Takes no more connections, lets open requests end for `seconds`, then closes them. */
  close(seconds: number): Promise<void>;
};

/** Listens at once, so that a taken port is known before anything is started. Rejects with Node's listen error. */
export async function startHttpServer(host: string, port: number): Promise<HttpServer> {
  let answer: Answer = () =>
    Response.json(
      { error: { code: 'unavailable', message: 'The server is starting' } },
      { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } },
    );
  const listening = Promise.withResolvers<number>();
  const server = serve(
    {
      fetch: async (request, bindings) => {
        const { incoming, outgoing } = bindings as HttpBindings;
        const response = await answer(request, bindings as HttpBindings);
        await settleBody(incoming, outgoing);
        const write = bodyOf(bindings);
        if (!write || !response.ok || request.method === 'HEAD') return response;
        outgoing.writeHead(response.status, headersOf(response));
        write(outgoing);
        return RESPONSE_ALREADY_SENT;
      },
      hostname: host,
      port,
    },
    (address) => listening.resolve(address.port),
  ) as Server;
  server.on('error', listening.reject);
  return {
    port: await listening.promise,
    answerWith: (next) => {
      answer = next;
    },
    close: async (seconds) => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), seconds * 1_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

function headersOf({ headers }: Response): OutgoingHttpHeaders {
  const cookies = headers.getSetCookie();
  const all = Object.fromEntries(headers);
  return cookies.length === 0 ? all : { ...all, 'set-cookie': cookies };
}
