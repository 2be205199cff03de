type Issue = { path: readonly PropertyKey[]; message: string };

type Reviver = (key: string, value: unknown) => unknown;

/** The part of a schema of `zod` that is used here, because this folder imports no package. */
type Schema<Value> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } };
};

/**
 * Returns the value of a JSON text that another process or another version wrote. Throws an error that begins with `name`
 * if the text is not JSON, or if a field of it breaks the schema. `reviver`: as of `JSON.parse`.
 */
export function parseChecked<Value>(
  schema: Schema<Value>,
  text: string,
  name: string,
  reviver?: Reviver,
): Value {
  const result = schema.safeParse(parse(text, name, reviver));
  if (result.success) return result.data;
  throw new Error(`${name} is wrong: ${problemOf(result.error)}`);
}

/**
 * Returns the value of a JSON text without a check. Only for texts that this code wrote itself, or that come with it: the
 * texts in its own pages and files of packages.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place that casts JSON
export function parseTrusted<Value>(text: string, reviver?: Reviver): Value {
  return JSON.parse(text, reviver) as Value;
}

/** Returns the first field that breaks a schema, and why. */
export function problemOf({ issues: [issue] }: { issues: readonly Issue[] }): string {
  const field = issue?.path.length ? `field “${issue.path.join('.')}”` : 'the record';
  return `${field}: ${issue?.message}`;
}

function parse(text: string, name: string, reviver: Reviver | undefined): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    throw new Error(`${name} is not JSON`, { cause: error });
  }
}
