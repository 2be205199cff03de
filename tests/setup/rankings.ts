import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';

type Use = { imported?: number; own?: number; estimated?: boolean; gap?: boolean };

export type StoredPlace = { gpt_id: string; [column: string]: unknown };

export type Rankings = {
  addGpts(...gpts: (Partial<typeof gpt.$inferInsert> & { id: string })[]): Promise<void>;
  /** Days of use of a GPT; a number is imported. Estimated ones belong to a gap, unless they say otherwise. */
  addDays(gptId: string, days: Record<string, number | Use>): Promise<void>;
  /** Freezes the periods that are due at an instant. Returns the names, such as `weekly 2026-03-02`, in their order. */
  freezeAt(instant: string): Promise<string[]>;
  placesOf(range: TimedRange, value: string, scope?: string): Promise<StoredPlace[]>;
  idsOf(range: TimedRange, value: string, scope?: string): Promise<string[]>;
  /** Everything that is stored of rankings, in one comparable order. */
  everything(): Promise<string[][]>;
};

/** The rows of frozen rankings that tests write and read. */
export function rankingsOf(database: Database): Rankings {
  const placesOf: Rankings['placesOf'] = async (range, value, scope = '') => {
    const { rows } = await database.pool.query<StoredPlace>(
      `select rank, gpt_id, own::int, imported::int, previous::int, movement, is_new, is_estimated, trend::int[] as trend
      from ranking_row where range = $1 and value = $2 and scope = $3 order by rank`,
      [range, value, scope],
    );
    return rows;
  };
  return {
    placesOf,
    addGpts: async (...gpts) => {
      await database.query
        .insert(gpt)
        .values(gpts.map((fields) => ({ name: fields.id, ...fields })));
    },
    addDays: async (gptId, days) => {
      const rows = Object.entries(days).map(([day, use]) => ({
        gptId,
        day,
        ...(typeof use === 'number' ? { imported: use } : { gap: use.estimated ?? false, ...use }),
      }));
      await database.query.insert(gptUsageDay).values(rows);
    },
    freezeAt: async (instant) => {
      const { frozen } = await freezePeriods(database, new Date(instant), Infinity);
      return frozen.map(({ range, period }) => `${range} ${period.value}`);
    },
    idsOf: async (range, value, scope) =>
      (await placesOf(range, value, scope)).map((place) => place.gpt_id),
    everything: () =>
      Promise.all(
        ['ranking_period', 'ranking_row', 'ranking_category'].map(async (table) => {
          const { rows } = await database.pool.query<{ row: object }>(
            `select to_jsonb(${table}) as row from ${table}`,
          );
          return rows.map(({ row }) => JSON.stringify(row)).toSorted();
        }),
      ),
  };
}
