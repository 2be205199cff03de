type Description = Readonly<Record<string, unknown>>;

const descriptions = new WeakMap<object, Description>();

/** Adds what a schema cannot say of itself to its description as JSON Schema, for example the format that a check keeps. */
export function described<Schema extends object>(schema: Schema, description: Description): Schema {
  descriptions.set(schema, description);
  return schema;
}

/** Returns the description that `described` added to a schema. */
export function descriptionOf(schema: object): Description | undefined {
  return descriptions.get(schema);
}
