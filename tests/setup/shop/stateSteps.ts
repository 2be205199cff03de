import type { DatabaseWatcher } from '../databaseProxy.ts';

/** Tables whose changes are about money: sessions, limits and heartbeats of servers are not. */
const moneyTables =
  /\b(?:payment_\w+|provider_event|subscription\w*|plan_\w+|credit_\w+|ledger_\w+|redemption_\w+|discount_\w+|share_\w+|answer)\b/;
const changes = /\b(?:insert into|update|delete from)\b/i;

/** The database's word on a statement that changed rows; a `with` that writes counts as `SELECT`. */
const changedRows = /(?:INSERT 0|UPDATE|DELETE|SELECT) [1-9]\d*\0/;

type Options = {
  /** Whose changes count; those about money unless set. */
  tables?: RegExp;
  /** Whether the moment before a commit is a step, too: effects outside of the database have happened then. */
  beforeCommits?: boolean;
};

type Connection = {
  /** Whether its transaction changed something; `undefined` outside of one. */
  transaction: boolean | undefined;
  /** The last message's change of a table of money, until it is answered. */
  change: string | undefined;
  isCommitting: boolean;
  /** Texts of named statements, which are sent once. */
  statements: Map<string, string>;
};

/**
 * Numbers the steps by which a server changes stored money: each commit and each change outside of a transaction that
 * changed rows, and each request that changed data of a provider. After one of them the server can be killed, before it
 * receives the confirmation. The state before a step is that after the one before it.
 */
export class StateSteps implements DatabaseWatcher {
  /** The steps so far, such as `commit` or `POST /v1/refunds`. */
  readonly seen: string[] = [];
  readonly #kill: () => void;
  readonly #tables: RegExp;
  readonly #beforeCommits: boolean;
  readonly #connections = new Map<number, Connection>();
  #chosen: number | RegExp | undefined;

  constructor(kill: () => void, { tables = moneyTables, beforeCommits = false }: Options = {}) {
    this.#kill = kill;
    this.#tables = tables;
    this.#beforeCommits = beforeCommits;
  }

  /** Forgets the steps so far, and kills after the one with this index, counted from 0, or the first with such a name. */
  choose(step: number | RegExp): void {
    this.seen.length = 0;
    this.killedAfter = undefined;
    this.#chosen = step;
  }

  /** The step after which the server was killed last. */
  killedAfter: string | undefined;

  /** Whether the chosen step was not reached yet. */
  get isArmed(): boolean {
    return this.#chosen !== undefined;
  }

  /** Returns whether the server was killed before the database got this message. */
  sent(message: string, number: number): boolean {
    const connection = this.#connections.get(number) ?? newConnection();
    this.#connections.set(number, connection);
    const text = textOf(message, connection);
    if (/^begin/i.test(text)) connection.transaction = false;
    connection.isCommitting = /^commit/i.test(text);
    if (/^rollback\0/i.test(text)) connection.transaction = undefined;
    connection.change = changes.test(text) && this.#tables.test(text) ? text : undefined;
    const isStep = this.#beforeCommits && connection.isCommitting && connection.transaction;
    return isStep === true && this.take('before commit');
  }

  /** Returns whether the server was killed before this answer reached it. */
  answered(bytes: string, number: number): boolean {
    const connection = this.#connections.get(number);
    if (!connection) return false;
    if (connection.isCommitting && bytes.includes('COMMIT\0')) {
      const hasChanged = connection.transaction === true;
      Object.assign(connection, { isCommitting: false, transaction: undefined });
      return hasChanged && this.take('commit');
    }
    const { change } = connection;
    if (change === undefined || !changedRows.test(bytes)) return false;
    connection.change = undefined;
    if (connection.transaction === undefined) return this.take(change.slice(0, 60));
    connection.transaction = true;
    return false;
  }

  /** Counts a step that was done. Returns whether the server was killed at it. */
  take(step: string): boolean {
    const index = this.seen.push(step) - 1;
    const chosen = this.#chosen;
    const isIt = typeof chosen === 'object' ? chosen.test(step) : chosen === index;
    if (!isIt) return false;
    this.#chosen = undefined;
    this.killedAfter = step;
    this.#kill();
    return true;
  }
}

function newConnection(): Connection {
  return { transaction: undefined, change: undefined, isCommitting: false, statements: new Map() };
}

/** The SQL of a message; that of a named statement comes only with its first use. */
function textOf(message: string, { statements }: Connection): string {
  const [, simple] = /^Q.{4}(.*)$/s.exec(message) ?? [];
  if (simple !== undefined) return simple;
  const [, name, parsed] = /^P.{4}([^\0]*)\0([^\0]*)\0/s.exec(message) ?? [];
  if (parsed !== undefined) {
    if (name) statements.set(name, parsed);
    return parsed;
  }
  const [, used = ''] = /^B.{4}[^\0]*\0([^\0]*)\0/s.exec(message) ?? [];
  return statements.get(used) ?? '';
}
