/** A field of an imported row that cannot be stored, and the rule that it violates. */
export class RejectedField extends Error {
  readonly field: string;

  constructor(field: string, rule: string) {
    super(`${field} ${rule}`);
    this.name = 'RejectedField';
    this.field = field;
  }
}

/** A name of a column or key that is no field, and the rule that says so. */
export type UnknownField = { name: string; rule: string };

/** A row that cannot be stored, with all errors in it. */
export class RejectedRow extends Error {
  readonly errors: readonly string[];

  constructor(problems: readonly RejectedField[]) {
    const errors = problems.map(({ message }) => message);
    super(errors.join('; '));
    this.name = 'RejectedRow';
    this.errors = errors;
  }
}

/** A row that can be stored, the errors of its dropped fields, and the names in it that are no fields. */
export type ReadRow<Row> = { row: Row; dropped: readonly string[]; unknown: readonly string[] };

/** Collects the errors of all fields of one row, so that one bad field does not hide others. */
export class FieldProblems {
  readonly found: RejectedField[] = [];

  /** Returns the result of `read`, or `fallback` when it throws `RejectedField`. */
  read<Value>(fallback: Value, read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RejectedField)) throw error;
      this.found.push(error);
      return fallback;
    }
  }

  /** Returns the row without bad fields. Throws `RejectedRow` if one is essential, or if `isStrict`. */
  finish<Row>(
    row: Row,
    essential: ReadonlySet<string>,
    isStrict: boolean,
    unknown: readonly UnknownField[] = [],
  ): ReadRow<Row> {
    if (isStrict)
      this.found.push(...unknown.map(({ name, rule }) => new RejectedField(name, rule)));
    const names = unknown.map(({ name, rule }) => `${name} ${rule}`);
    if (this.found.length === 0) return { row, dropped: [], unknown: names };
    if (isStrict || this.found.some(({ field }) => essential.has(field))) {
      throw new RejectedRow(this.found);
    }
    return { row, dropped: this.found.map(({ message }) => message), unknown: names };
  }
}
