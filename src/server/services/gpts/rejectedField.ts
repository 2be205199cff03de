/** A field of a foreign row that cannot be taken over, and the rule that it breaks. */
export class RejectedField extends Error {
  readonly field: string;

  constructor(field: string, rule: string) {
    super(`${field} ${rule}`);
    this.name = 'RejectedField';
    this.field = field;
  }
}

/** A row that cannot be taken over, with everything that is wrong with it. */
export class RejectedRow extends Error {
  readonly errors: readonly string[];

  constructor(problems: readonly RejectedField[]) {
    const errors = problems.map(({ message }) => message);
    super(errors.join('; '));
    this.name = 'RejectedRow';
    this.errors = errors;
  }
}

/** A row that can be taken over, and what is wrong with the fields that were dropped. */
export type ReadRow<Row> = { row: Row; dropped: readonly string[] };

/** Gathers what is wrong with the fields of one row, so that one bad field hides no other. */
export class FieldProblems {
  readonly found: RejectedField[] = [];

  /** Returns what `read` returns, and `fallback` when that throws `RejectedField`. */
  read<Value>(fallback: Value, read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RejectedField)) throw error;
      this.found.push(error);
      return fallback;
    }
  }

  /** Returns the row without its bad fields. Throws `RejectedRow` when one is essential, or when all are. */
  finish<Row>(row: Row, essential: ReadonlySet<string>, isStrict: boolean): ReadRow<Row> {
    if (this.found.length === 0) return { row, dropped: [] };
    if (isStrict || this.found.some(({ field }) => essential.has(field))) {
      throw new RejectedRow(this.found);
    }
    return { row, dropped: this.found.map(({ message }) => message) };
  }
}
