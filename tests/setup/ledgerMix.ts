import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { type TestDatabase, createUser } from './database.ts';
import { Ledger, ledgerStart, newSource } from './ledger.ts';
import { LedgerModel, type Operation } from './ledgerModel.ts';
import { Random } from './random.ts';

const connections = 32;
const users = 8;
const hour = 3_600_000;
const refusal =
  /Not enough credits|holds no credits|holds credits already|freezes no credits|can spend only/;
const lostConnection = /terminat|connection|while a transaction was committed|EPIPE|ECONNRESET/i;

type Account = {
  userId: string;
  orders: LedgerSource[];
  holds: LedgerSource[];
  refunds: LedgerSource[];
  disputes: LedgerSource[];
};

/** Random verbs on many connections, and a model that replays the posted entries afterwards. */
export class LedgerMix {
  readonly #database: TestDatabase;
  readonly #ledger: Ledger;
  readonly #seed: number;
  readonly #operations = new Map<string, Operation>();
  readonly #accounts: Account[] = [];
  posted = 0;
  refused = 0;
  lost = 0;

  constructor(database: TestDatabase, seed: number) {
    this.#database = database;
    this.#ledger = new Ledger(database);
    this.#seed = seed;
  }

  /** Runs `count` verbs. With `kills`, connections are cut in the midst of them. */
  async run(count: number, kills = 0): Promise<void> {
    for (let index = 0; index < users; index += 1) {
      const userId = await createUser(this.#database, 0);
      this.#accounts.push({ userId, orders: [], holds: [], refunds: [], disputes: [] });
    }
    let left = count;
    const workers = Array.from({ length: connections }, async (_, index) => {
      const random = new Random(this.#seed + index);
      while (left > 0) {
        left -= 1;
        await this.#act(random);
      }
    });
    const killer = (async () => {
      for (let kill = 1; kill <= kills; kill += 1) {
        while (left > count - (count * kill) / (kills + 1)) await pause(20);
        await this.#cutConnections();
      }
    })();
    await Promise.all([...workers, killer]);
  }

  /** The balances of the model and of the ledger. */
  async compare(): Promise<{ modelled: unknown; stored: unknown }[]> {
    const found = [];
    for (const { userId } of this.#accounts) {
      const model = await this.#replay(userId);
      const lots = model.lots();
      const sum = (key: 'remaining' | 'frozen') => lots.reduce((all, lot) => all + lot[key], 0);
      const sums = { available: sum('remaining'), held: model.held(), frozen: sum('frozen') };
      const refunds = model.refunds().map((refund) => Object.values(refund).join(' '));
      found.push({
        modelled: { sums, lots, refunds: refunds.toSorted() },
        stored: {
          sums: await this.#ledger.sums(userId),
          lots: await this.#rows(
            `select id, remaining::int, frozen::int, freezes from credit_lot where user_id = $1 order by id::text`,
            userId,
          ),
          refunds: (await this.#storedRefunds(userId)).toSorted(),
        },
      });
    }
    return found;
  }

  async #storedRefunds(userId: string): Promise<string[]> {
    const rows = await this.#rows<{ row: string }>(
      `select concat_ws(' ', source_type || ':' || source_id, lot_id, asked, taken) as row
        from credit_refund where user_id = $1 and failed is null`,
      userId,
    );
    return rows.map(({ row }) => row);
  }

  async #replay(userId: string): Promise<LedgerModel> {
    const model = new LedgerModel();
    const entries = await this.#rows<{ key: string; kind: string; type: string; lot: string }>(
      `select kind || ' ' || source_type || ':' || source_id as key, kind, source_type as type,
          (select p.lot_id::text from ledger_part p where p.entry_id = e.id limit 1) as lot
        from ledger_entry e where user_id = $1 order by id`,
      userId,
    );
    for (const { key, kind, type, lot } of entries) {
      const operation = this.#operations.get(key);
      if (operation) model.apply(operation, lot);
      else if (kind === 'expire' && type === 'lot') model.expire(lot);
      // Other entries are consequences that the model finds by itself.
    }
    this.posted += entries.length;
    return model;
  }

  async #act(random: Random): Promise<void> {
    const account = random.pick(this.#accounts);
    const now = new Date(ledgerStart.getTime() + random.whole(0, 6) * hour);
    // Some calls come twice at the same time.
    const times = random.whole(0, 5) === 0 ? 2 : 1;
    const call = this.#choose(random, account, now);
    const calls = Array.from({ length: times }, () => call().catch(this.#pass));
    await Promise.all(calls);
  }

  readonly #pass = (error: unknown): void => {
    const text = String(error);
    if (refusal.test(text)) this.refused += 1;
    else if (lostConnection.test(text) || hasLostConnection(error)) this.lost += 1;
    else throw error;
  };

  #choose(random: Random, account: Account, now: Date): () => Promise<unknown> {
    const { orders, holds, refunds, disputes } = account;
    const verb = random.oneOf(verbs);
    if (verb === 'grant' || orders.length === 0) return this.#grant(random, account);
    if (verb === 'expire') return () => this.#ledger.expire(now);
    if (verb === 'hold') return this.#hold(random, account, now);
    if (verb === 'refund') return this.#refund(random, account, now);
    if (verb === 'freeze') return this.#freeze(random, account, now);
    if (verb === 'adjust') return this.#adjust(random, account, now);
    const known = { settle: holds, release: holds, restore: refunds, unfreeze: disputes }[verb];
    if (known.length === 0) return this.#grant(random, account);
    const source = random.pick(known.slice(-12));
    return this.#close(verb, account.userId, source, now);
  }

  #grant(random: Random, { userId, orders }: Account): () => Promise<unknown> {
    const isNew = orders.length === 0 || random.whole(0, 2) > 0;
    const origin = isNew ? newSource() : random.pick(orders);
    if (isNew) orders.push(origin);
    const source = newSource('plan');
    const amount = random.whole(1, 9);
    const ends = random.whole(0, 3) === 0 ? null : hoursLater(random.whole(1, 8));
    this.#log(source, {
      kind: 'grant',
      source: textOf(source),
      origin: textOf(origin),
      amount,
      ends: ends?.getTime() ?? Infinity,
    });
    return () => this.#ledger.grantFrom(userId, amount, origin, { ends, source });
  }

  #hold(random: Random, { userId, holds }: Account, now: Date): () => Promise<unknown> {
    const source = newSource('start');
    holds.push(source);
    const amount = random.whole(1, 6);
    this.#log(source, { kind: 'hold', source: textOf(source), amount, now: now.getTime() });
    return () => this.#ledger.hold(userId, amount, source, now);
  }

  #refund(random: Random, { userId, orders, refunds }: Account, now: Date) {
    const source = newSource('refund');
    refunds.push(source);
    const origin = random.pick(orders.slice(-6));
    const total = random.whole(1, 15);
    const operation = { kind: 'refund', source: textOf(source), origin: textOf(origin) } as const;
    this.#log(source, { ...operation, total, now: now.getTime() });
    return () => this.#ledger.refund(userId, origin, total, source, now);
  }

  #freeze(random: Random, { userId, orders, disputes }: Account, now: Date) {
    const source = newSource('dispute');
    disputes.push(source);
    const origin = random.pick(orders.slice(-6));
    this.#log(source, { kind: 'freeze', source: textOf(source), origin: textOf(origin) });
    return () => this.#ledger.freeze(userId, origin, source, now);
  }

  #adjust(random: Random, { userId }: Account, now: Date): () => Promise<unknown> {
    const source = newSource('operator');
    const amount = random.oneOf([-5, -3, -1, 1, 2]);
    this.#log(source, { kind: 'adjust', source: textOf(source), amount, now: now.getTime() });
    return () => this.#ledger.adjust(userId, amount, source, now);
  }

  #close(verb: ClosingVerb, userId: string, source: LedgerSource, now: Date) {
    const key = `${verb} ${textOf(source)}`;
    // A source is closed once: a later call with another time changes nothing, so all take the first one's.
    const before = this.#operations.get(key);
    const at = before && 'now' in before ? new Date(before.now) : now;
    const closing = { source: textOf(source), now: at.getTime() };
    this.#log(source, verb === 'settle' ? { kind: verb, ...closing } : { kind: verb, ...closing });
    if (verb === 'settle') return () => this.#ledger.settle(userId, source);
    return () => this.#ledger[verb](userId, source, at);
  }

  #log(source: LedgerSource, operation: Operation): void {
    this.#operations.set(`${operation.kind} ${textOf(source)}`, operation);
  }

  async #rows<Row>(text: string, userId: string): Promise<Row[]> {
    return (await this.#database.pool.query(text, [userId])).rows as Row[];
  }

  /** As when a server is killed: PostgreSQL rolls back uncommitted changes. */
  async #cutConnections(): Promise<void> {
    await this.#database.pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(this.#pass);
  }
}

type ClosingVerb = 'settle' | 'release' | 'restore' | 'unfreeze';

const verbs = [
  'grant',
  'hold',
  'hold',
  'hold',
  'settle',
  'release',
  'release',
  'expire',
  'refund',
  'restore',
  'freeze',
  'unfreeze',
  'adjust',
] as const;

function textOf({ type, id }: LedgerSource): string {
  return `${type}:${id}`;
}

function hoursLater(hours: number): Date {
  return new Date(ledgerStart.getTime() + hours * hour);
}

function hasLostConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && lostConnection.test(cause.message);
}
