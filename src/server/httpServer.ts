import type { IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { bodyWriterOf } from '#server/bodyWriter.ts';
import { handleUnreadBody } from '#server/unreadBody.ts';

type Handler = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

export type HttpServer = {
  port: number;
  /** Sets the handler of requests. Before the first call they get 503. */
  handleWith(handler: Handler): void;
  /** Accepts no more connections, waits up to `seconds` for open requests, then closes their connections. */
  close(seconds: number): Promise<void>;
};

/** Longer than nginx keeps idle connections to a server (60 s): it must not send a request on one that just closes. */
const keepAliveMilliseconds = 75_000;

/**
 * Starts to listen, before anything else is started, so that a taken port is noticed. Rejects with Node's listen error.
 * `localhost` is 127.0.0.1, as in the files for nginx, Caddy and Prometheus: a Debian leads it to `::1` alone.
 */
export async function startHttpServer(host: string, port: number): Promise<HttpServer> {
  let handle: Handler = () =>
    Response.json(
      { error: { code: 'unavailable', message: 'The server is starting' } },
      { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } },
    );
  const listening = Promise.withResolvers<number>();
  const server = serve(
    {
      fetch: async (request, bindings) => {
        const { incoming, outgoing } = bindings as HttpBindings;
        const response = hasOneHost(incoming)
          ? await handle(request, bindings as HttpBindings)
          : Response.json(
              { error: { code: 'invalid_input', message: 'The request has two Host headers' } },
              { status: 400, headers: { connection: 'close', 'cache-control': 'no-store' } },
            );
        await handleUnreadBody(incoming, outgoing);
        const write = bodyWriterOf(bindings);
        if (!write || !response.ok || request.method === 'HEAD') return response;
        outgoing.writeHead(response.status, headersOf(response));
        write(outgoing);
        return RESPONSE_ALREADY_SENT;
      },
      hostname: host === 'localhost' ? '127.0.0.1' : host,
      port,
    },
    (address) => listening.resolve(address.port),
  ) as Server;
  server.keepAliveTimeout = keepAliveMilliseconds;
  server.on('error', listening.reject);
  return {
    port: await listening.promise,
    handleWith: (handler) => {
      handle = handler;
    },
    close: async (seconds) => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      // Connections whose request still runs: they close soon after it.
      server.keepAliveTimeout = 1;
      const timer = setTimeout(() => server.closeAllConnections(), seconds * 1_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

/**
 * Whether a request has at most one `Host` header. Node takes the first of several and a proxy may take another, so that
 * they would see requests for different sites. Node itself refuses a request without one.
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}

function headersOf({ headers }: Response): OutgoingHttpHeaders {
  const cookies = headers.getSetCookie();
  const all = Object.fromEntries(headers);
  return cookies.length === 0 ? all : { ...all, 'set-cookie': cookies };
}
