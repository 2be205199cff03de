import { type CallNotes, callNotes } from '#contract/openapi/callNotes.ts';
import { type Endpoint, endpoint, isRead } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { errorResponses, headerSchemas, headersNamed } from '#contract/openapi/openapiParts.ts';
import { type Json, errorSchema, itemSchemas, schemaOf } from '#contract/openapi/openapiSchemas.ts';
import * as z from 'zod/mini';

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of all calls, as OpenAPI 3.1.',
  access: 'public',
  maxAge: 300,
  response: () => z.looseObject({ openapi: z.string() }),
});

const accessNotes: Readonly<Record<Endpoint['access'], string>> = {
  public: 'For anybody, also from pages of other sites.',
  visitor: 'For anybody, from our own pages only.',
  user: 'For whoever is signed in (session cookie), from our own pages only.',
  operator: 'For whoever holds the operator token.',
  signed:
    'For whoever signs the body: with the secret of the hook, or as the payment provider does.',
};

const security: Readonly<Record<Endpoint['access'], Json[]>> = {
  public: [],
  visitor: [],
  user: [{ session: [] }],
  operator: [{ operator: [] }],
  signed: [{ signed: [] }],
};

type NamedCall = { tag: string; name: string; call: Endpoint };

/** Returns every call with its name and its resource. */
export function allCalls(): NamedCall[] {
  return [
    ...Object.entries(endpoints).flatMap(([tag, group]) =>
      Object.entries<Endpoint>(group).map(([name, call]) => ({ tag, name, call })),
    ),
    { tag: 'operation', name: 'getOpenApi', call: getOpenApi },
  ];
}

/** Returns the OpenAPI 3.1 document of the API (spec.openapis.org/oas/v3.1.0). `origin` has no trailing slash. */
export function openApiDocument(origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const named of allCalls()) {
    const path = named.call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operationOf(named) };
  }
  const items = Object.values(callNotes).flatMap((notes) => notes.items ?? []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dolores',
      version: '1',
      description: [
        'Calls marked as public may be read by anybody and from any site, within reason: they are cacheable.',
        'Errors are `{ error: { code, message, …details } }`.',
        'A call that needs a session is 401 without one, whatever else is wrong with it.',
        'Values of the query that a call does not know are ignored; unknown fields of a body are refused.',
        'Every path answers OPTIONS with `Allow`, and HEAD where its GET changes nothing.',
      ].join(' '),
    },
    servers: [{ url: origin }],
    tags: Object.keys(endpoints).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        operator: { type: 'http', scheme: 'bearer' },
        signed: { type: 'apiKey', in: 'header', name: 'X-Hub-Signature-256' },
      },
      headers: headerSchemas,
      schemas: Object.assign({ Error: errorSchema() }, ...items.map(itemSchemas)) as Json,
    },
  };
}

function operationOf({ tag, name, call }: NamedCall): Json {
  const notes = callNotes[name] ?? {};
  const parameters = [
    ...parametersOf('path', call.params),
    ...parametersOf('query', call.query),
    ...Object.entries(notes.asks ?? {}).map(([header, description]) => {
      return {
        name: header,
        in: 'header',
        required: false,
        description,
        schema: { type: 'string' },
      };
    }),
  ];
  const body = bodyOf(call, notes);
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: accessNotes[call.access],
    security: security[call.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      '200': responseOf(call, notes),
      ...otherResponses(call, notes),
      ...errorResponses(call, refusalsOf(call, notes)),
    },
  };
}

function bodyOf(call: Endpoint, { takes }: CallNotes): Json | undefined {
  if (call.body) return jsonContent(schemaOf(call.body, 'input'));
  if (!takes) return undefined;
  const content = Object.entries(takes).map(([type, schemas]) => {
    const anyOf = schemas?.map((schema) => schemaOf(schema, 'input'));
    return [type, anyOf ? { schema: { anyOf } } : {}];
  });
  return Object.fromEntries(content) as Json;
}

function responseOf(call: Endpoint, { sends = [], items, headers = [] }: CallNotes): Json {
  const named = headersNamed(call, headers);
  if (call.response) {
    const content = jsonContent(schemaOf(call.response, 'output'));
    return { description: 'The answer', headers: named, content };
  }
  const ref = { schema: { $ref: `#/components/schemas/${items?.name}` } };
  return {
    description: items
      ? 'A stream; the schema is that of the data of each event, or of each line'
      : 'A file',
    headers: named,
    content: Object.fromEntries(sends.map((type) => [type, items ? ref : {}])),
  };
}

function otherResponses(call: Endpoint, { also = {} }: CallNotes): Json {
  return Object.fromEntries(
    Object.entries(also).map(([status, { description, headers = [], sends = [] }]) => {
      const content = Object.fromEntries(sends.map((type) => [type, {}]));
      const named = headersNamed(call, headers);
      return [status, { description, headers: named, ...(sends.length > 0 && { content }) }];
    }),
  );
}

/** Returns the error codes of every call of this kind and of this call, ordered by status. */
function refusalsOf(call: Endpoint, { refusals = [], takes }: CallNotes): ErrorCode[] {
  const hasInput = call.params ?? call.query ?? call.body ?? takes;
  const isOurs = call.access === 'user' || call.access === 'visitor';
  const common: readonly (ErrorCode | false | undefined)[] = [
    hasInput !== undefined && 'invalid_input',
    (call.access === 'user' || call.access === 'operator') && 'not_signed_in',
    isOurs && !isRead(call) && 'other_origin',
    call.method !== 'GET' && 'too_large',
    'method_not_allowed',
    'too_many_requests',
    'internal',
    'unavailable',
    'storage_full',
  ];
  const codes = common.filter((code) => typeof code === 'string');
  return [...new Set([...codes, ...refusals])].toSorted(
    (one, other) => errorStatus[one] - errorStatus[other],
  );
}

function parametersOf(location: 'path' | 'query', schema: Endpoint['query']): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
