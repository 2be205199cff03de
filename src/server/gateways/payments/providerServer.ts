import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import { closeServer, listenOnLoopback, readBody } from '#server/gateways/loopbackServer.ts';

/** A call as it arrived. `target` is its path with the query, unchanged. */
export type ProviderCall = {
  method: string;
  target: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
};

export type ProviderReply = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Whether the call changed the provider's records. */
  hasChanged?: boolean;
};

/** Faults of the connection, which every provider can have. Each protocol adds faults of its own. */
type ConnectionFault =
  | 'never answers'
  | 'answers in drops'
  | 'cuts the connection'
  | 'works and cuts the connection';

/** A fault of the next call that matches. `to` is how its method and path begin; every call when unset. */
export type ProviderFault<Name extends string = never> = {
  does: Name | ConnectionFault;
  to?: string | undefined;
};

/** The faults of a provider, and the hooks around its calls. */
export type FaultScript<Name extends string = never> = {
  /** Each happens once. */
  faults: ProviderFault<Name>[];
  hooks: {
    /** Called with each call, such as `POST /v1/refunds`, before its work. */
    before: (call: string) => void;
    /** Called after a call changed something. Returns whether the reply is lost. */
    after: (call: string) => boolean | Promise<boolean>;
  };
};

export type ProviderServer = { port: number; origin: string; close: () => Promise<void> };

type Options<Name extends string> = {
  script: FaultScript<Name>;
  /** Called with every call, also with those that a fault keeps from being performed. */
  record?: (call: ProviderCall) => void;
  /** Performs a call, with the protocol's own fault. Does not throw. */
  respond: (call: ProviderCall, fault: ProviderFault<Name>['does'] | undefined) => ProviderReply;
  /** The preferred port; any free one unless set. */
  port?: number;
};

const bodyMaxBytes = 100_000;

/** Returns a script without faults. */
export function newScript<Name extends string = never>(): FaultScript<Name> {
  return { faults: [], hooks: { before: () => undefined, after: () => false } };
}

/** Starts a provider's HTTP server on loopback, which follows a script of faults. */
export async function startProviderServer<Name extends string>(
  options: Options<Name>,
): Promise<ProviderServer> {
  const server = createServer((request, response) => void perform(options, request, response));
  // Another server may have taken its port in the meantime.
  const port = await listenOnLoopback(server, options.port ?? 0).catch(() =>
    listenOnLoopback(server, 0),
  );
  return { port, origin: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

async function perform<Name extends string>(
  { script, respond, record }: Options<Name>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  const body = await readBody(request, bodyMaxBytes).catch(() => undefined);
  if (body === undefined) return void response.writeHead(400).end();
  const url = new URL(target, 'http://127.0.0.1');
  const call: ProviderCall = { method, target, url, headers, body };
  const name = `${method} ${url.pathname}`;
  record?.(call);
  script.hooks.before(name);
  const fault = takeFault(script, name);
  if (fault === 'never answers') return;
  if (fault === 'answers in drops') return sendInDrops(response);
  if (fault === 'cuts the connection') return void request.socket.destroy();
  const reply = respond(call, fault);
  const isLost = reply.hasChanged === true && (await script.hooks.after(name));
  if (isLost || fault === 'works and cuts the connection') return void request.socket.destroy();
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

function takeFault<Name extends string>({ faults }: FaultScript<Name>, call: string) {
  const index = faults.findIndex(({ to = '' }) => call.startsWith(to));
  return index === -1 ? undefined : faults.splice(index, 1)[0]?.does;
}

/** Starts a response that never ends, and never pauses for long. */
function sendInDrops(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}
