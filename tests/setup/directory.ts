import { type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import type { Database } from '#server/db/connect.ts';
import { type GptOptions, importGpts } from '#server/services/gpts/importGpts.ts';
import type { TestServer } from './server.ts';

/** Imports GPTs as a source gives them. */
export async function importAll(
  database: Database,
  gpts: readonly object[],
  options: GptOptions = {},
): Promise<void> {
  const rows = gpts.map((value, index) => ({ place: String(index), value }));
  const { rejections } = await importGpts(database, rows, {}, options);
  if (rejections.length > 0) throw new Error(`Rejected: ${JSON.stringify(rejections[0])}`);
}

/** Requests the list of GPTs as a visitor. */
export async function askList(
  server: TestServer,
  query: Record<string, string | number>,
): Promise<ResponseOf<typeof listGpts>> {
  const response = await server.fetch(endpointUrl(listGpts, { query }));
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`Answered with ${JSON.stringify(body)}`);
  return listGpts.response.parse(body);
}

/** The ids of one page of the list. */
export async function listIds(
  server: TestServer,
  query: Record<string, string | number>,
): Promise<string[]> {
  const { items } = await askList(server, query);
  return items.map(({ id }) => id);
}
