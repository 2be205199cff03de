import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/**
 * Who may make a call: anybody, also pages of other sites; anybody, from our own pages; whoever is signed in; whoever
 * holds the operator's token; whoever signs the body with a secret.
 */
export type Access = 'public' | 'visitor' | 'user' | 'operator' | 'signed';

/** One call of the API: what both sides know about it. Values in `path` are written `:name`. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The call in one sentence, for readers of the API's documentation. */
  summary: string;
  access: Access;
  /** Whether the call changes something, as the specification wants of some GETs, too. */
  changes: boolean;
  /** Seconds for which anybody may keep the answer; `undefined` for not at all. */
  maxAge: number | undefined;
  params: Params;
  query: Query;
  body: Body;
  /** The JSON answer; `undefined` where the answer is no JSON. */
  answer: Answer;
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

export type AnswerOf<E extends Endpoint> = OutputOf<E['answer']>;

/**
 * Declares a call; parts that are left out are `undefined`, and `access` is `user`. Schemas are made when they are first
 * asked for: a browser needs few of them, and making all holds a phone up.
 */
export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
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
  answer?: () => Answer;
}): Endpoint<Params, Query, Body, Answer> {
  const params = once(definition.params);
  const query = once(definition.query);
  const body = once(definition.body);
  const answer = once(definition.answer);
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
    get answer() {
      return answer() as Answer;
    },
  };
}

/** Whether a call only reads, so that HEAD may stand for its GET. */
export function isRead({ method, changes }: Endpoint): boolean {
  return method === 'GET' && !changes;
}

/** The URL of a call, with its path values and query filled in and encoded. */
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
