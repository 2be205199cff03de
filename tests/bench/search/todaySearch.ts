import type { Database } from '#server/db/connect.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { findGpts } from '#server/services/gpts/search/findGpts.ts';
import { readQuery } from '#server/services/gpts/search/searchQuery.ts';
import type { Catalogue } from './catalogues.ts';
import { type Search, resultsAtMost } from './engine.ts';

/** The product's own search in an empty database, after importing the catalogue as an operator does. */
export async function makeTodaySearch({ rows }: Catalogue, database: Database): Promise<Search> {
  const { rejections } = await importGpts(
    database,
    rows.map((value, index) => ({ place: String(index + 1), value })),
  );
  if (rejections.length > 0) throw new Error(`Rejected: ${JSON.stringify(rejections[0])}`);
  return async (query) => {
    const text = readQuery(query);
    if (!text) return [];
    const { ids } = await findGpts(database.query, text, [], { offset: 0, size: resultsAtMost });
    return ids;
  };
}
