import type { LeftOutKind } from '#contract/conversations/conversations.ts';

/** Counts the parts of a conversation that an import leaves out, so that its report names it. */
export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>();

  count(kind: LeftOutKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  add(other: LeftOut): void {
    for (const [kind, count] of other.#counts) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }
  }

  toList(): { kind: LeftOutKind; count: number }[] {
    return [...this.#counts].map(([kind, count]) => ({ kind, count }));
  }
}
