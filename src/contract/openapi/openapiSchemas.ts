import { descriptionOf } from '#contract/openapi/described.ts';
import { errorBody, errorStatus } from '#contract/errors.ts';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

/** Converts a schema of the contract to JSON Schema 2020-12, with the facts that `described` added. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, descriptionOf(zodSchema));
    },
  });
  return described;
}

/** Returns components for the items of a stream: one schema per type of event or line, and their union. */
export function itemSchemas({
  name,
  schemas,
}: {
  name: string;
  schemas: readonly z.ZodMiniType[];
}): Json {
  const kinds = schemas.flatMap((schema) => {
    const described = schemaOf(schema, 'output') as { oneOf?: Json[] };
    return described.oneOf ?? [described];
  });
  const named = kinds.map((kind) => [`${name}.${typeOf(kind)}`, kind] as const);
  const oneOf = named.map(([part]) => ({ $ref: `#/components/schemas/${part}` }));
  return { [name]: { oneOf }, ...Object.fromEntries(named) };
}

function typeOf(kind: Json): string {
  const { properties } = kind as { properties: { type: { const: string } } };
  return properties.type.const;
}

/** Returns the schema of every error, with all codes. */
export function errorSchema(): Json {
  const schema = schemaOf(errorBody, 'output') as {
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
