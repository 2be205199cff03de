import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/**
 * The clients that may call an endpoint. `public`: anyone, also from pages of other sites. `visitor`: anyone, from our
 * own pages. `user`: signed-in users. `operator`: requests with the operator's token. `signed`: requests whose body is
 * signed with a secret.
 */
export type Access = 'public' | 'visitor' | 'user' | 'operator' | 'signed';

/** One call of the API, as client and server share it. Parameters in `path` are written `:name`. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  ResponseBody extends Schema | undefined = Schema | undefined,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The call in one sentence, for readers of the API's documentation. */
  summary: string;
  access: Access;
  /** Whether the call changes something. The specification has GET calls that do. */
  changes: boolean;
  /** Seconds for which any cache may keep the response; `undefined` if none may. */
  maxAge: number | undefined;
  params: Params;
  query: Query;
  body: Body;
  /** The JSON body of the response; `undefined` for other responses. */
  response: ResponseBody;
};

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** The parsed request that a handler gets. */
export type RequestOf<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
};

type Given<Name extends string, Value> = Value extends undefined
  ? { [key in Name]?: undefined }
  : { [key in Name]: Value };

/** The input that a caller passes. */
export type CallOf<E extends Endpoint> = Given<'params', InputOf<E['params']>> &
  Given<'query', InputOf<E['query']>> &
  Given<'body', InputOf<E['body']>>;

export type ResponseOf<E extends Endpoint> = OutputOf<E['response']>;

/**
 * Declares a call. Omitted parts are `undefined`, and `access` is `user` by default. Schemas are created on first use,
 * because a browser needs few of them, and creating all of them takes long on a phone. The mark
 * lets a bundle omit the calls that its code does not make.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  ResponseBody extends Schema | undefined = undefined,
>(definition: {
  method: Endpoint['method'];
  path: string;
  summary: string;
  access?: Access;
  changes?: boolean;
  maxAge?: number;
  params?: () => Params;
  query?: () => Query;
  body?: () => Body;
  response?: () => ResponseBody;
}): Endpoint<Params, Query, Body, ResponseBody> {
  const params = once(definition.params);
  const query = once(definition.query);
  const body = once(definition.body);
  const response = once(definition.response);
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    access: definition.access ?? 'user',
    changes: definition.changes ?? definition.method !== 'GET',
    maxAge: definition.maxAge,
    get params() {
      return params() as Params;
    },
    get query() {
      return query() as Query;
    },
    get body() {
      return body() as Body;
    },
    get response() {
      return response() as ResponseBody;
    },
  };
}

/** Whether a call only reads, so that the server also accepts HEAD. */
export function isRead({ method, changes }: Endpoint): boolean {
  return method === 'GET' && !changes;
}

/** Returns the URL of a call, with encoded path parameters and query. */
export function endpointUrl(
  definition: Pick<Endpoint, 'path'>,
  values: { params?: unknown; query?: unknown },
): string {
  const params = (values.params ?? {}) as Record<string, string>;
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = Object.entries((values.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as [string, string]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function once<Made>(make: (() => Made) | undefined): () => Made | undefined {
  let made: Made | undefined;
  return () => (made ??= make?.());
}
