import { endpoints } from '#contract/endpoints.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { errorAnswer, errorStatus } from '#contract/errors.ts';
import * as z from 'zod/mini';

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of all calls, as OpenAPI 3.1.',
  access: 'public',
  maxAge: 300,
  answer: () => z.looseObject({ openapi: z.string() }),
});

type Json = Record<string, unknown>;

const accessNotes: Readonly<Record<Endpoint['access'], string>> = {
  public: 'For anybody, also from pages of other sites.',
  visitor: 'For anybody, from our own pages only.',
  user: 'For whoever is signed in (session cookie), from our own pages only.',
  operator: 'For whoever holds the operator token.',
  signed: 'For whoever signs the body with the secret of the hook.',
};

/** Every call with its name and the resource that it is about. */
export function allCalls(): { tag: string; name: string; call: Endpoint }[] {
  return [
    ...Object.entries(endpoints).flatMap(([tag, group]) =>
      Object.entries<Endpoint>(group).map(([name, call]) => ({ tag, name, call })),
    ),
    { tag: 'operation', name: 'getOpenApi', call: getOpenApi },
  ];
}

/** Every call of the API as an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.0). `origin` is ours, without a slash. */
export function openApiDocument(origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const { tag, name, call } of allCalls()) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(tag, name, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dolores',
      version: '1',
      description:
        'Calls marked as public may be read by anybody and from any site, within reason: they are cacheable. Errors are `{ error: { code, message, …details } }`.',
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
      schemas: { Error: errorSchema() },
      responses: {
        Error: {
          description: 'A refusal or a failure',
          content: jsonContent({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  };
}

function operationOf(tag: string, name: string, call: Endpoint): Json {
  const parameters = [...parametersOf('path', call.params), ...parametersOf('query', call.query)];
  const security = {
    public: [],
    visitor: [],
    user: [{ session: [] }],
    operator: [{ operator: [] }],
    signed: [{ signed: [] }],
  } as const satisfies Record<Endpoint['access'], Json[]>;
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: accessNotes[call.access],
    security: security[call.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(call.body
      ? { requestBody: { required: true, content: jsonContent(schemaOf(call.body, 'input')) } }
      : {}),
    responses: { '200': answerOf(call), default: { $ref: '#/components/responses/Error' } },
  };
}

function answerOf(call: Endpoint): Json {
  if (call.answer) {
    return { description: 'The answer', content: jsonContent(schemaOf(call.answer, 'output')) };
  }
  const type = call.stream ?? 'application/octet-stream';
  return { description: 'A stream', content: { [type]: { schema: { type: 'string' } } } };
}

function parametersOf(place: 'path' | 'query', schema: Endpoint['query']): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

/** The shape of every error, with the codes that there are. */
function errorSchema(): Json {
  const schema = schemaOf(errorAnswer, 'output') as {
    properties: { error: { properties: { code: Json } } };
  };
  const codes = Object.entries(errorStatus).map(([code, status]) => `${code} (${status})`);
  schema.properties.error.properties.code = {
    type: 'string',
    enum: Object.keys(errorStatus),
    description: `With their HTTP status: ${codes.join(', ')}`,
  };
  return schema;
}
