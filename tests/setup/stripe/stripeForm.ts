/** A form-encoded body of Stripe's protocol: names with brackets make objects and lists. */
export type Form = { [name: string]: FormValue };

export type FormValue = string | Form;

/** A refusal in the form of Stripe's errors. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the endpoint had begun to work, so that the answer is kept under the idempotency key. */
  readonly isKept: boolean;

  constructor(status: number, body: Readonly<Record<string, unknown>>, isKept = false) {
    super(String(body['message']));
    this.status = status;
    this.body = body;
    this.isKept = isKept;
  }
}

export function refuse(message: string, more: Readonly<Record<string, unknown>> = {}): never {
  throw new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });
}

/** Reads `a[b][0]=c` as `{ a: { b: { 0: 'c' } } }`. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let inside = form;
    for (const part of path.slice(0, -1)) {
      const next = inside[part];
      inside = typeof next === 'object' ? next : (inside[part] = {});
    }
    const last = path.at(-1);
    if (last !== undefined) inside[last] = value;
  }
  return form;
}

/** Refuses names that the real API does not have, as the real API does. */
export function allowOnly(form: Form, names: string): void {
  const allowed = new Set([...names.split(' '), 'expand']);
  const unknown = Object.keys(form).find((name) => !allowed.has(name));
  if (unknown !== undefined) {
    refuse(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
}

export function text(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

export function required(form: Form, name: string): string {
  return (
    text(form, name) ??
    refuse(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  );
}

export function whole(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) {
    refuse(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  }
  return Number(value);
}

export function inner(form: Form, name: string): Form | undefined {
  const value = form[name];
  return typeof value === 'object' ? value : undefined;
}

/** Returns the members of a list, such as `items[0][price]`. */
export function members(form: Form, name: string): Form[] {
  return Object.values(inner(form, name) ?? {}).filter((value) => typeof value === 'object');
}

export function texts(form: Form, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inner(form, name) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
