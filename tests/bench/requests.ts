import type { CDPSession } from 'playwright';

export type RequestRecord = {
  url: string;
  /** As the browser names it: Document, Script, Stylesheet, Image, Font, Fetch, … */
  kind: string;
  /** Bytes that went over the wire, headers included. */
  wireBytes: number;
};

/** Records every request of a page from now on, with the bytes on the wire. */
export async function recordRequests(session: CDPSession): Promise<readonly RequestRecord[]> {
  const records: RequestRecord[] = [];
  const byId = new Map<string, RequestRecord>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    const record = { url: request.url, kind: type ?? 'Other', wireBytes: 0 };
    records.push(record);
    byId.set(requestId, record);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const record = byId.get(requestId);
    if (record) record.wireBytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return records;
}

/** How many requests of each kind, the most frequent first: `2 Image, 1 Script`. */
export function kindsOf(records: readonly RequestRecord[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none';
}
