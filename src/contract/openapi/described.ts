type Description = Readonly<Record<string, unknown>>;

const descriptions = new WeakMap<object, Description>();

/** Adds facts to the JSON Schema of a zod schema that zod cannot derive, for example the format of a custom check. */
export function described<Schema extends object>(schema: Schema, description: Description): Schema {
  descriptions.set(schema, description);
  return schema;
}

/** Returns the facts that `described` added to a schema. */
export function descriptionOf(schema: object): Description | undefined {
  return descriptions.get(schema);
}
