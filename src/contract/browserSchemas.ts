/**
 * The part of `zod/mini` with which browsers check responses. The bundle for browsers has this module in place of
 * `zod/mini` (`builder/browserContract.ts`), which is six times as large and would come before the message box of the
 * chat area works. `tests/unit/contract/browserSchemas.test.ts` compares both for the response of every call. It has no
 * messages, because nobody reads them in a browser.
 */

/** The result of reading a value that breaks a schema. */
const invalid = Symbol('invalid');

/** A value on its way through the checks of a schema. A check replaces the value, or adds an issue. */
type Checked = { value: unknown; issues: unknown[] };

type Check = (checked: Checked) => void;

type Shape = Readonly<Record<string, Schema>>;

/**
 * Returns the object to which the fields of a value are added, or `undefined` for a value with fields that the schema
 * forbids.
 */
type Begin = (value: Record<string, unknown>, shape: Shape) => Record<string, unknown> | undefined;

/** Facts for the schema around a schema. */
type Traits = {
  /** Whether an object may omit the field. */
  isOptional?: boolean;
  /** The value of a field that is missing. */
  missing?: unknown;
  /** The values of an enum or a literal. */
  values?: readonly unknown[];
  /** The fields of an object, and how it begins. */
  shape?: Shape;
  begin?: Begin;
};

class Schema {
  readonly read: (value: unknown) => unknown;
  readonly traits: Traits;

  constructor(read: (value: unknown) => unknown, traits: Traits = {}) {
    this.read = read;
    this.traits = traits;
  }

  get shape(): Shape | undefined {
    return this.traits.shape;
  }

  check(...checks: (Check | Schema)[]): Schema {
    return new Schema((value) => {
      const checked: Checked = { value: this.read(value), issues: [] };
      if (checked.value === invalid) return invalid;
      for (const check of checks) {
        if (check instanceof Schema) checked.value = check.read(checked.value);
        else check(checked);
      }
      return checked.issues.length > 0 ? invalid : checked.value;
    }, this.traits);
  }

  safeParse(value: unknown): { success: true; data: unknown } | { success: false } {
    const data = this.read(value);
    return data === invalid ? { success: false } : { success: true, data };
  }
}

/* @__NO_SIDE_EFFECTS__ */
function accepting(accepts: (value: unknown) => boolean, traits?: Traits): Schema {
  return new Schema((value) => (accepts(value) ? value : invalid), traits);
}

/* @__NO_SIDE_EFFECTS__ */
export const string = (): Schema => accepting((value) => typeof value === 'string');

/* @__NO_SIDE_EFFECTS__ */
export const boolean = (): Schema => accepting((value) => typeof value === 'boolean');

/* @__NO_SIDE_EFFECTS__ */
export const number = (): Schema => accepting(Number.isFinite);

/* @__NO_SIDE_EFFECTS__ */
export const int = (): Schema => accepting(Number.isSafeInteger);

/* @__NO_SIDE_EFFECTS__ */
export const literal = (value: unknown): Schema => oneOf(Array.isArray(value) ? value : [value]);

export const coerce = {
  number: (): Schema => new Schema((value) => number().read(Number(value))),
};

export { oneOf as enum };

/* @__NO_SIDE_EFFECTS__ */
const oneOf = (values: readonly unknown[]): Schema =>
  accepting((value) => values.includes(value), { values });

/* @__NO_SIDE_EFFECTS__ */
const matching = (pattern: RegExp): Schema =>
  accepting((value) => typeof value === 'string' && pattern.test(value));

const hex = '[\\da-fA-F]';
const uuids = /* @__PURE__ */ new RegExp(
  `^(${hex}{8}-${hex}{4}-[1-8]${hex}{3}-[89abAB]${hex}{3}-${hex}{12}|[0-]{36}|[f-]{36})$`,
);

/* @__NO_SIDE_EFFECTS__ */
export const uuid = (): Schema => matching(uuids);

/* @__NO_SIDE_EFFECTS__ */
export function url(): Schema {
  return new Schema((value) =>
    typeof value === 'string' && URL.canParse(value.trim()) ? value.trim() : invalid,
  );
}

/** Whether there is such a day; `Date` takes the 30th of February for a day in March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const clock = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

export const iso = {
  date: (): Schema => accepting((value) => typeof value === 'string' && isDay(value)),
  datetime: (): Schema =>
    accepting(
      (value) =>
        typeof value === 'string' && isDay(value.slice(0, 10)) && clock.test(value.slice(10)),
    ),
};

/* @__NO_SIDE_EFFECTS__ */
export const nullable = (inner: Schema): Schema =>
  new Schema((value) => (value === null ? null : inner.read(value)), inner.traits);

/* @__NO_SIDE_EFFECTS__ */
export function optional(inner: Schema): Schema {
  return new Schema((value) => (value === undefined ? undefined : inner.read(value)), {
    ...inner.traits,
    isOptional: true,
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function _default(inner: Schema, missing: unknown): Schema {
  return new Schema((value) => (value === undefined ? missing : inner.read(value)), {
    ...inner.traits,
    missing,
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function array(inner: Schema): Schema {
  return new Schema((value) => {
    if (!Array.isArray(value)) return invalid;
    const items = value.map(inner.read);
    return items.includes(invalid) ? invalid : items;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Shape): Schema => fieldsOf(shape, () => ({}));

/* @__NO_SIDE_EFFECTS__ */
export const looseObject = (shape: Shape): Schema => fieldsOf(shape, (value) => ({ ...value }));

/* @__NO_SIDE_EFFECTS__ */
export const strictObject = (fields: Shape): Schema =>
  fieldsOf(fields, (value, shape) =>
    Object.keys(value).every((key) => Object.hasOwn(shape, key)) ? {} : undefined,
  );

/* @__NO_SIDE_EFFECTS__ */
export const extend = ({ traits }: Schema, shape: Shape): Schema =>
  fieldsOf({ ...traits.shape, ...shape }, traits.begin ?? (() => undefined));

/* @__NO_SIDE_EFFECTS__ */
function fieldsOf(shape: Shape, begin: Begin): Schema {
  const fields = Object.entries(shape);
  return new Schema(
    (value) => {
      const result = isObject(value) ? begin(value, shape) : undefined;
      if (!result || !isObject(value)) return invalid;
      for (const [key, field] of fields) {
        if (!(key in value) && field.traits.isOptional) continue;
        const read = key in value ? field.read(value[key]) : (field.traits.missing ?? invalid);
        if (read === invalid) return invalid;
        result[key] = read;
      }
      return result;
    },
    { shape, begin },
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function record(keys: Schema, values: Schema): Schema {
  const required = keys.traits.values ?? [];
  return new Schema((value) =>
    isObject(value) && required.every((key) => Object.hasOwn(value, String(key)))
      ? entriesOf(value, keys, values)
      : invalid,
  );
}

/* @__NO_SIDE_EFFECTS__ */
export const partialRecord = (keys: Schema, values: Schema): Schema =>
  new Schema((value) => (isObject(value) ? entriesOf(value, keys, values) : invalid));

function entriesOf(value: Record<string, unknown>, keys: Schema, values: Schema): unknown {
  const entries = Object.entries(value).map(
    ([key, item]) => [keys.read(key), values.read(item)] as [string, unknown],
  );
  return entries.flat().includes(invalid) ? invalid : Object.fromEntries(entries);
}

/* @__NO_SIDE_EFFECTS__ */
export function union(options: readonly Schema[]): Schema {
  return new Schema((value) => {
    for (const option of options) {
      const read = option.read(value);
      if (read !== invalid) return read;
    }
    return invalid;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function discriminatedUnion(key: string, options: readonly Schema[]): Schema {
  return new Schema((value) => {
    if (!isObject(value)) return invalid;
    const option = options.find(({ traits }) =>
      traits.shape?.[key]?.traits.values?.includes(value[key]),
    );
    return option ? option.read(value) : invalid;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function refine(accepts: (value: never) => boolean): Check {
  return ({ value, issues }) => {
    if (!accepts(value as never)) issues.push(value);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function overwrite(replace: (value: never) => unknown): Check {
  return (checked) => {
    checked.value = replace(checked.value as never);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export const trim = (): Check => overwrite((text: string) => text.trim());

/* @__NO_SIDE_EFFECTS__ */
export const toLowerCase = (): Check => overwrite((text: string) => text.toLowerCase());

/* @__NO_SIDE_EFFECTS__ */
export const regex = (pattern: RegExp): Check => refine((text: string) => pattern.test(text));

/* @__NO_SIDE_EFFECTS__ */
export const minLength = (least: number): Check => refine(({ length }: string) => length >= least);

/* @__NO_SIDE_EFFECTS__ */
export const maxLength = (most: number): Check => refine(({ length }: string) => length <= most);

/* @__NO_SIDE_EFFECTS__ */
export const minimum = (least: number): Check => refine((value: number) => value >= least);

/* @__NO_SIDE_EFFECTS__ */
export const maximum = (most: number): Check => refine((value: number) => value <= most);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
