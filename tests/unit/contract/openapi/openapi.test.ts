import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import { errorStatus } from '#contract/errors.ts';

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean }[];
};

const document = openApiDocument('https://dolores.example') as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The names of the calls that the contract’s files declare, read from their source. */
function declaredCalls(): string[] {
  const files = readdirSync('src/contract', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(endpoint|endpoints)\.ts$/.test(name),
  );
  return files.flatMap((name) => {
    const source = readFileSync(`src/contract/${name}`, 'utf8');
    return [...source.matchAll(/export const (\w+) = (?:endpoint|rankingCall)\(/g)].map(
      ([, call]) => call ?? '',
    );
  });
}

describe('the description of the API', () => {
  it('names every call of the contract once', () => {
    const listed = Object.values(endpoints).flatMap((group) => Object.keys(group));
    expect([...listed, 'getOpenApi'].toSorted()).toEqual(declaredCalls().toSorted());
    const described = operations.map(({ operation }) => operation.operationId);
    expect(described.toSorted()).toEqual(declaredCalls().toSorted());
  });

  it('declares each value of a path as a parameter', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(named);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it('refers only to parts that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, reference = ''] of references) {
      const part = reference.split('/').reduce<unknown>((value, key) => {
        return (value as Record<string, unknown> | undefined)?.[key];
      }, document);
      expect(part, reference).toBeDefined();
    }
  });

  it('names every error code', () => {
    const text = JSON.stringify(document);
    for (const code of Object.keys(errorStatus)) expect(text).toContain(`"${code}"`);
  });
});
