import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import {
  fenceViolations,
  flowViolations,
  importCycles,
  reachViolations,
  sizeAndTypeViolations,
  stateViolations,
} from '../setup/fences.ts';
import {
  bareTextViolations,
  compositionViolations,
  scrollerViolations,
} from '../setup/islandFences.ts';
import { castJsonViolations } from '../setup/jsonFences.ts';
import { platformViolations } from '../setup/platformFences.ts';
import { readSources } from '../setup/sources.ts';
import {
  ledgerViolations,
  limiterViolations,
  rawSqlViolations,
  strippedColumnViolations,
} from '../setup/tableFences.ts';

const sources = readSources(['src', 'scripts']);
const all = readSources(['src', 'scripts', 'tests']);

// All files are parsed, which takes minutes on a busy machine.
describe('the house', { timeout: 300_000 }, () => {
  it('keeps its fences', () => {
    expect(fenceViolations(sources)).toEqual([]);
    expect(reachViolations(sources)).toEqual([]);
  });

  it('publishes in one direction', () => {
    expect(flowViolations(sources)).toEqual([]);
  });

  it('writes to the ledger in services/credits only, which sends no notifications', () => {
    expect(ledgerViolations(sources)).toEqual([]);
  });

  it('counts for rate limits in services/limits alone', () => {
    expect(limiterViolations(sources)).toEqual([]);
  });

  it('lets React write texts only into elements of their own, which translators do not break', () => {
    expect(bareTextViolations(sources)).toEqual([]);
  });

  it('gives each scroller a position, so that no hidden text in it makes the page scroll', () => {
    expect(scrollerViolations(sources)).toEqual([]);
  });

  it('has one function that detects keys of an input method', () => {
    expect(compositionViolations(sources)).toEqual([]);
  });

  it('keeps raw SQL next to the schema', () => {
    expect(rawSqlViolations(sources)).toEqual([]);
  });

  it('names the table of each column in a subquery', () => {
    expect(strippedColumnViolations(sources)).toEqual([]);
  });

  it('parses JSON with a schema, or says that it trusts it', () => {
    expect(castJsonViolations(sources)).toEqual([]);
  });

  it('passes platforms, contexts and transactions first, and has no type for what one service needs', () => {
    expect(platformViolations(sources)).toEqual([]);
  });

  it('builds pages from one context, without the environment and without values between calls', () => {
    expect(stateViolations(sources)).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(importCycles(all)).toEqual([]);
  });

  it('limits files to 300 lines and functions to 60, and forbids any and barrels', () => {
    const describeBlocks = /tests\/.*has a function of/;
    expect(sizeAndTypeViolations(all).filter((text) => !describeBlocks.test(text))).toEqual([]);
  });

  it('places every hydrated root on a page', () => {
    const roots = readdirSync('src/islands').filter((name) => name.endsWith('.tsx'));
    const placing = [...sources]
      .filter(([file]) => file.endsWith('.astro'))
      .map(([, text]) => text)
      .join('\n');
    expect(roots.filter((name) => !placing.includes(`#islands/${name}`))).toEqual([]);
  });

  it('has every message key in all eight catalogues', () => {
    const areas = readdirSync('src/i18n/en').filter((name) => name.endsWith('.json'));
    expect(areas.length).toBeGreaterThan(5);
    const missing = languages.flatMap((language) =>
      areas.flatMap((area) => {
        const expected = keysOf(`src/i18n/en/${area}`);
        const present = new Set(keysOf(`src/i18n/${language}/${area}`));
        return expected
          .filter((key) => !present.has(key))
          .map((key) => `${language}/${area} ${key}`);
      }),
    );
    expect(missing).toEqual([]);
  });
});

describe('the fences', () => {
  it.for([
    ['src/islands/Planted.tsx', `import { hold } from '#server/services/credits/hold.ts';`],
    ['src/server/routes/planted.ts', `import { $user } from '#stores/account/user.ts';`],
    ['src/stores/planted.ts', `import { Chat } from '#islands/Chat.tsx';`],
    ['src/server/routes/planted.ts', `import { connect } from '#server/db/connect.ts';`],
    ['src/catalog/planted.ts', `import i18next from 'i18next';`],
    [
      'src/domain/planted.ts',
      `import { checkMessages } from '../../scripts/messages/checkMessages.ts';`,
    ],
    ['src/elements/planted.ts', `const chat = () => import('#islands/Chat.tsx');`],
  ])('find a planted import in %s', ([file, text]) => {
    expect(fenceViolations(new Map([[file ?? '', text ?? '']]))).toHaveLength(1);
  });

  it('find an import against the direction of publishing', () => {
    const planted = `import { publish } from '#server/services/publishing/publish.ts';`;
    const file = 'src/server/services/snapshot/planted.ts';
    expect(flowViolations(new Map([[file, planted]]))).toHaveLength(1);
  });

  it('find an import of one producer of answers by another', () => {
    const planted = `import type { LeasedJob } from '#server/services/media/jobs/lease.ts';`;
    const file = 'src/server/services/chat/planted.ts';
    expect(flowViolations(new Map([[file, planted]]))).toHaveLength(1);
  });

  it.for([
    ['src/catalog/planted.ts', `export const origin = () => process.env['SITE_URL'];`],
    ['src/builder/planted.ts', `process.env['SNAPSHOT_FILE'] = file;`],
    ['src/catalog/planted.ts', 'let current: Snapshot | undefined;'],
    ['src/catalog/blog/planted.ts', 'const known = new WeakMap<Snapshot, Page[]>();'],
  ])('find planted state in %s', ([file, text]) => {
    expect(stateViolations(new Map([[file ?? '', text ?? '']]))).toHaveLength(1);
  });

  it.for([
    'const job = JSON.parse(text) as BuildJob;',
    'const { id } = (JSON.parse(await readFile(file)) as { id: string });',
    'const rows = <Row[]>JSON.parse(text);',
  ])('find planted JSON that nothing checks: %s', (text) => {
    expect(castJsonViolations(new Map([['src/builder/planted.ts', text]]))).toHaveLength(1);
    expect(
      castJsonViolations(new Map([['src/builder/planted.ts', 'JSON.parse(a) as unknown']])),
    ).toEqual([]);
  });

  it('find an island that would draw something other than the HTML', () => {
    const planted = 'const account = useStore($account);';
    expect(reachViolations(new Map([['src/islands/Planted.tsx', planted]]))).toHaveLength(1);
  });

  it('find a package in the domain and a call from an island', () => {
    expect(
      reachViolations(new Map([['src/domain/planted.ts', `import { z } from 'zod/mini';`]])),
    ).toHaveLength(1);
    expect(
      reachViolations(new Map([['src/islands/Planted.tsx', `void fetch('/api');`]])),
    ).toHaveLength(1);
  });

  it.for([
    ['src/server/services/chat/planted.ts', 'await run(`update credit_balance set held = 0`)'],
    [
      'src/server/services/orders/planted.ts',
      'transaction.update(creditLot).set({ remaining: 5 })',
    ],
    ['src/server/db/queries/planted.ts', 'const text = `delete from ledger_entry`;'],
    ['src/server/services/credits/planted.ts', `query("select pg_notify('credits', $1)")`],
    ['src/server/services/credits/planted.ts', `await notify(transaction, 'credits', '')`],
  ])('find a planted write or notification in %s', ([file, text]) => {
    expect(ledgerViolations(new Map([[file ?? '', text ?? '']]))).toHaveLength(1);
  });

  it.for([
    ['src/server/services/chat/planted.ts', 'const text = `insert into rate_limit as old (key)`;'],
    ['src/server/services/gpts/planted.ts', `import { X } from 'rate-limiter-flexible';`],
    ['src/server/services/chat/planted.ts', 'await addToCounts(query, 1, uses);'],
  ])('find a planted count for rate limits in %s', ([file, text]) => {
    expect(limiterViolations(new Map([[file ?? '', text ?? '']]))).toHaveLength(1);
  });

  it.for([
    'const { rows } = await query.execute<{ id: string }>(sql`select id from gpt`);',
    "await database.pool.query('select 1');",
    "const reading: Statement = { name: 'read', text: `select id from gpt` };",
    "import { run } from '#server/db/statement.ts';",
  ])('find planted SQL: %s', (text) => {
    expect(rawSqlViolations(new Map([['src/server/services/gpts/planted.ts', text]]))).toHaveLength(
      1,
    );
    expect(rawSqlViolations(new Map([['src/server/db/queries/planted.ts', text]]))).toEqual([]);
  });

  it.for([
    'query.select({ n: sql`(select count(*) from review where gpt_id = ${gpt.id})` }).from(gpt);',
    'const has = sql`exists (select from review r where r.a = (b) and r.gpt_id = ${gpt.id})`;',
    'const { id } = gpt; query.update(gpt).returning({ n: sql`(select x from y where z = ${id})` });',
  ])('find a column that would lose its table: %s', (text) => {
    const planted = (code: string) =>
      strippedColumnViolations(
        new Map([
          [
            'src/server/services/gpts/planted.ts',
            `import { gpt } from '#server/db/schema/gpts.ts'; ${code}`,
          ],
        ]),
      );
    expect(planted(text)).toHaveLength(1);
    expect(planted(text.replace(/\$\{([\w.]+)\}/, '${qualified($1)}'))).toEqual([]);
    expect(planted('q.where(sql`a in (select b from c where d = ${gpt.id})`);')).toEqual([]);
    expect(planted('q.select({ a: sql`(select 1) = ${gpt.id}` });')).toEqual([]);
  });

  it.for([
    `type QueueDependencies = { size: number };`,
    `import type { CorePlatform } from '#server/context.ts';
     export function hold(userId: string, platform: CorePlatform): void {}`,
    `export type Closing = { database: Database; ownerId: string };`,
    `export function close(parts: { log: Pick<Logger, 'warn'> }): void {}`,
    `export type Beating = CorePlatform & Pick<Platform, 'runner'>;`,
  ])('find a service with a signature of its own: %s', (text) => {
    const file = 'src/server/services/chat/planted.ts';
    expect(platformViolations(new Map([[file, text]]))).toHaveLength(1);
  });

  it('find a cycle, a long file, a long function, any and a barrel', () => {
    const one = [
      'src/domain/one.ts',
      `import { b } from '#domain/two.ts'; export const a = b;`,
    ] as const;
    const two = [
      'src/domain/two.ts',
      `import { a } from '#domain/one.ts'; export const b = a;`,
    ] as const;
    expect(importCycles(new Map([one, two]))).toHaveLength(1);
    const planted = (text: string) =>
      sizeAndTypeViolations(new Map([['src/domain/planted.ts', text]]));
    expect(planted('\n'.repeat(301))).toHaveLength(1);
    expect(planted(`export function long() {${'\n'.repeat(60)}}`)).toHaveLength(1);
    expect(planted('export const loose: any = 1;')).toHaveLength(1);
    expect(planted(`export * from '#domain/one.ts';`)).toHaveLength(1);
  });
});

/** Keys without their plural endings, which differ between languages. */
function keysOf(file: string): string[] {
  const walk = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, path ? `${path}.${key}` : key))
      : [path.replace(/_(zero|one|two|few|many|other)$/, '')];
  try {
    return [...new Set(walk(JSON.parse(readFileSync(file, 'utf8')), ''))];
  } catch {
    return [];
  }
}
