import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { TestServer } from './server.ts';
import { type TestAnswer, TestBrowser } from './testBrowser.ts';

type Json = Record<string, unknown>;
type Header = { required?: boolean; schema: Json };
type Answer = {
  headers: Record<string, { $ref: string }>;
  content?: Record<string, { schema?: Json }>;
};
export type Operation = {
  operationId: string;
  security: Json[];
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, Answer>;
};
export type Description = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, Header>; schemas: Record<string, Json> };
};

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string;
  headers?: Record<string, string>;
  cookie?: string;
  /** Another method than that of the operation. */
  method?: string;
};

export type Seen = { status: number; text: string; json: unknown; headers: Headers };

/** Headers that belong to HTTP and to the connection, not to the API. */
const ofHttp = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

export type DescribedApi = Awaited<ReturnType<typeof describedApi>>;

/** Calls a server by its own description, and holds every answer against it. */
export async function describedApi(server: TestServer) {
  const description = (await (await server.fetch('/api/openapi.json')).json()) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(description, 'api');
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const seen = new Map<string, Set<number>>();
  // Keeps no cookies: each call says who makes it.
  const browser = {
    send: (...call: Parameters<TestBrowser['send']>) => new TestBrowser(server.url).send(...call),
  };

  function validator(...pointer: (string | number)[]): ValidateFunction {
    const parts = pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
    const validate = ajv.getSchema(`api#/${parts.map(encodeURIComponent).join('/')}`);
    if (!validate) throw new Error(`Nothing is described at ${pointer.join(' / ')}`);
    return validate;
  }

  function holdAgainst(validate: ValidateFunction, value: unknown, what: string): void {
    const isValid = validate(value);
    expect(
      isValid ? [] : validate.errors,
      `${what}: ${JSON.stringify(value).slice(0, 300)}`,
    ).toEqual([]);
  }

  function checkHeaders(answer: Answer, headers: Headers, what: string): void {
    const described = Object.entries(answer.headers).map(
      ([name, { $ref }]) => [name, $ref.split('/').at(-1) ?? ''] as const,
    );
    for (const [name, component] of described) {
      const value = headers.get(name);
      const header = description.components.headers[component];
      expect(header, `${what}: ${name}`).toBeDefined();
      if (value === null) expect(header?.required, `${what}: ${name} is missing`).not.toBe(true);
      else
        holdAgainst(
          validator('components', 'headers', component, 'schema'),
          value,
          `${what} ${name}`,
        );
    }
    const known = new Set(described.map(([name]) => name.toLowerCase()));
    const strange = [...headers.keys()].filter((name) => !known.has(name) && !ofHttp.has(name));
    expect(strange, `${what}: headers that are not described`).toEqual([]);
  }

  async function itemsOf(type: string, text: string): Promise<unknown[]> {
    if (type === 'application/x-ndjson') {
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    }
    const events = new Blob([text])
      .stream()
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    return Array.fromAsync(
      events as unknown as AsyncIterable<{ data: string }>,
      ({ data }) => JSON.parse(data) as unknown,
    );
  }

  async function checkBody(
    pointer: string[],
    answer: Answer,
    headers: Headers,
    text: string,
  ): Promise<void> {
    const what = pointer.slice(1).join(' ');
    const type = headers.get('content-type')?.split(';')[0];
    if (answer.content === undefined)
      return expect([what, text, type]).toEqual([what, '', undefined]);
    expect(Object.keys(answer.content), `${what}: media type`).toContain(type);
    if (type === undefined || answer.content[type]?.schema === undefined) return;
    const validate = validator(...pointer, 'content', type, 'schema');
    const values =
      type === 'application/json' ? [JSON.parse(text) as unknown] : await itemsOf(type, text);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) holdAgainst(validate, value, what);
  }

  /** Calls an operation by its name. */
  async function call(name: string, sent: Sent = {}): Promise<Seen> {
    const found = operations.find(({ operation }) => operation.operationId === name);
    if (!found) throw new Error(`There is no operation ${name}`);
    const { path, method, operation } = found;
    const address = path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(sent.params?.[key] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]),
    );
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const answered = await browser.send(
      sent.method ?? method.toUpperCase(),
      `${address}?${query.toString()}`,
      {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
        ...(sent.cookie === undefined ? {} : { cookie: sent.cookie }),
      },
      body,
    );
    const { status, text } = answered;
    const headers = headersOf(answered);
    const what = `${name} ${status}`;
    const answer = operation.responses[status];
    if (!answer) throw new Error(`${what} is not described: ${text.slice(0, 200)}`);
    checkHeaders(answer, headers, what);
    await checkBody(['paths', path, method, 'responses', String(status)], answer, headers, text);
    seen.set(name, (seen.get(name) ?? new Set()).add(status));
    return { status, text, headers, json: answered.json };
  }

  return { description, operations, seen, call };
}

function headersOf({ headers, cookies }: TestAnswer): Headers {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Headers([
    ...lines,
    ...cookies.map((line) => ['set-cookie', line] as [string, string]),
  ]);
}

type Accepted = Record<'answer_id' | 'conversation_id' | 'question_id' | 'message_id', string>;

/** The first event of an answer. */
export function acceptedIn({ text }: Seen): Accepted {
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as Accepted;
}

/** A GIF of one pixel, all of whose bytes are ASCII. */
export const gif = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;';

export function question(target: object = { model: 'gpt-4o-mini' }): object {
  return { request_id: randomUUID(), target, text: 'Hello' };
}
