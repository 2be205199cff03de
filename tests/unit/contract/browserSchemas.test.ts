import { type Endpoint } from '#contract/endpoint.ts';
import * as served from '#contract/endpoints.ts';
import { errorBody } from '#contract/errors.ts';
import { answerEvent } from '#contract/chat/chat.ts';
import { chatChange } from '#contract/conversations/changes.ts';
import { build } from 'esbuild';
import * as fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The part that both kinds of schemas have in common. */
type Schema = { safeParse: (value: unknown) => { success: boolean; data?: unknown } };

/** The definition of a schema of zod, as far as it is read here. */
type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, Zod>;
  entries?: Record<string, unknown>;
  values?: unknown[];
  element?: Zod;
  innerType?: Zod;
  options?: Zod[];
  keyType?: Zod;
  valueType?: Zod;
};

type Zod = Schema & { _zod: { def: Definition } };

type Contract = { endpoints: Record<string, Record<string, Endpoint>>; others: Schema[] };

const others: Schema[] = [errorBody, answerEvent, chatChange];
const browser = await bundledForBrowsers();

/** Texts of all formats, and some that just miss one. */
const texts = [
  '',
  ' a ',
  'user',
  '2026-01-31',
  '2024-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-W05',
  '2026-01',
  '2026-01-31T23:59:59.123Z',
  '2026-01-31T23:59Z',
  '2026-02-29T00:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T12:00:00',
  '2026-01-31T12:00:00+01:00',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  'a'.repeat(64),
  '0F8FAD5B-D9CB-469F-A165-70867728950E',
  '0f8fad5b-d9cb-969f-a165-70867728950e',
  '00000000-0000-0000-0000-000000000000',
  'https://example.org/a?b=c',
  'example.org',
  'g-2fkFE8rbu',
  'q3Vb-Zx0_PkT9aLmN4RsYw',
  '17',
];

const numbers = [0, 1, 7, 50, 0.5, 1_000, -1, 2 ** 53];

/** Values of other types than a schema wants. */
const wrong = [null, true, 0, -1, 1.5, 2 ** 53, 'x', [], [null], {}, { type: 'x' }];

describe('the schemas of browsers', () => {
  const calls = Object.entries(served.endpoints).flatMap(([subject, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, { response }]) => {
      const small = browser.endpoints[subject]?.[name]?.response;
      return response ? [[name, response, small] as const] : [];
    }),
  );

  it.each(calls)('check the response of %s as zod does', (_, zod, small) => {
    expect(small).toBeDefined();
    compare(zod, small as Schema);
  });

  it.each([
    ['errors', 0],
    ['events of answers', 1],
    ['changes of conversations', 2],
  ])('check %s as zod does', (_, index) => {
    compare(others[index] as Schema, browser.others[index] as Schema);
  });
});

/** Compares the results for values that fit the schema, and for the same values with one change. */
function compare(zod: Schema, small: Schema): void {
  let accepted = 0;
  const values = valuesFor(zod as unknown as Zod);
  fc.assert(
    fc.property(values, fc.nat(), fc.constantFrom(...wrong), (value, place, other) => {
      for (const given of [value, changedAt(value, place, other), changedAt(value, place)]) {
        const expected = zod.safeParse(given);
        const found = small.safeParse(given);
        expect(found.success).toBe(expected.success);
        if (!expected.success) continue;
        accepted += 1;
        expect(found.data).toStrictEqual(expected.data);
      }
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(0);
}

/** Returns the contract with the schemas of browsers in place of zod. */
async function bundledForBrowsers(): Promise<Contract> {
  const folder = fileURLToPath(new URL('../../../src/contract/', import.meta.url));
  const contents = `
    export * as endpoints from './endpoints.ts';
    import { errorBody } from './errors.ts';
    import { answerEvent } from './chat/chat.ts';
    import { chatChange } from './conversations/changes.ts';
    export const others = [errorBody, answerEvent, chatChange];`;
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: folder },
    alias: { 'zod/mini': `${folder}browserSchemas.ts` },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  // A function of zod that the small module lacks.
  expect(warnings.map(({ text }) => text)).toEqual([]);
  const code = outputFiles[0]?.text ?? '';
  const bundled = (await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as { endpoints: { endpoints: Contract['endpoints'] }; others: Schema[] };
  return { endpoints: bundled.endpoints.endpoints, others: bundled.others };
}

/** Returns values that mostly fit a schema; texts with rules of their own are tried with examples. */
function valuesFor(schema: Zod): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return objectsFor(def.shape ?? {});
    case 'array':
      return fc.array(valuesFor(def.element as Zod), { maxLength: 2 });
    case 'nullable':
      return fc.option(valuesFor(def.innerType as Zod), { nil: null });
    case 'optional':
    case 'default':
      return valuesFor(def.innerType as Zod);
    case 'union':
      return fc.oneof(...(def.options ?? []).map(valuesFor));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fittingFrom(schema, numbers, fc.double());
    case 'record':
      return recordsFor(def);
    case 'string':
      return textsFor(schema);
    default:
      throw new Error(`No values for schemas of the type ${def.type}`);
  }
}

function objectsFor(shape: Record<string, Zod>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, valuesFor(field)]),
  );
  const requiredKeys = Object.keys(shape).filter(
    (name) => !['optional', 'default'].includes(shape[name]?._zod.def.type ?? ''),
  );
  return fc.record(fields, { requiredKeys });
}

function recordsFor({ keyType, valueType }: Definition): fc.Arbitrary<unknown> {
  const names = valuesFor(keyType as Zod) as fc.Arbitrary<string>;
  return fc.dictionary(names, valuesFor(valueType as Zod), { maxKeys: 3 });
}

function textsFor(schema: Zod): fc.Arbitrary<unknown> {
  const { format } = schema._zod.def;
  if (format === 'uuid') return fittingFrom(schema, texts, fc.uuid());
  return fittingFrom(schema, texts, fc.string());
}

/** Returns examples that fit the schema, and one time in ten any of the examples, or another value. */
function fittingFrom<Value>(
  schema: Zod,
  examples: readonly Value[],
  other: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> {
  const fitting = examples.filter((example) => schema.safeParse(example).success);
  expect(fitting.length).toBeGreaterThan(0);
  const any = fc.oneof(fc.constantFrom(...examples), other);
  return fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: any },
  );
}

/** Returns a copy with another value at a place that the number chooses, or without the field there. */
function changedAt(value: unknown, place: number, other?: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[place % (keys.length + 1)];
  const copy: Record<string, unknown> = { ...value };
  if (key === undefined) copy['unknown_field'] = other;
  else if (place % 3 > 0 && typeof copy[key] === 'object' && copy[key] !== null) {
    copy[key] = changedAt(copy[key], Math.floor(place / 7), other);
  } else if (other === undefined) delete copy[key];
  else copy[key] = other;
  return Array.isArray(value) ? Object.values(copy) : copy;
}
