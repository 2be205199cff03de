import * as z from 'zod/mini';

/**
 * Returns the schema of a record with many entries. It checks them where they are: `z.record` copies them, which takes
 * half as long again.
 */
export function recordOf<Value>(
  schema: z.ZodMiniType<Value>,
): z.ZodMiniType<Readonly<Record<string, Value>>> {
  return z.custom<Readonly<Record<string, Value>>>(isObject).check(({ value, issues }) => {
    if (!isObject(value)) return;
    for (const key in value) {
      const issue = schema.safeParse(value[key]).error?.issues[0];
      if (issue === undefined) continue;
      const { path, message } = issue;
      issues.push({ code: 'custom', message, path: [key, ...path], input: value });
      return;
    }
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
