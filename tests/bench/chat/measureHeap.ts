import type { Browser, CDPSession, Page } from 'playwright';
import { type Cookies, withPage } from '../measurePage.ts';
import type { Profile } from '../profiles.ts';
import { type Pace, questionFor } from './pace.ts';

/**
 * Bytes of script memory after a collection, by the number of answers; `code` is the memory of the scripts themselves,
 * which grows with all code that runs often and is no trace of any answer.
 */
export type HeapMeasurement = readonly { answers: number; bytes: number; code: number }[];

const pace: Pace = { first: 0, tokens: 60, every: 0 };
const looks = 5;
/** Answers before any is counted: most of the code is compiled with them. */
const unseen = 20;

/**
 * Asks one question after the other, each in a new chat, so that the page never grows, and reads the memory now and
 * then.
 */
export async function measureHeap(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies,
  answers: number,
): Promise<HeapMeasurement> {
  return withPage(browser, profile, cookies, async (page, session) => {
    const measured: { answers: number; bytes: number; code: number }[] = [];
    await page.goto(url, { waitUntil: 'networkidle' });
    for (let answered = 1 - unseen; answered <= answers; answered += 1) {
      await askOnce(page);
      if (answered > 0 && answered % Math.ceil(answers / looks) === 0) {
        measured.push({ answers: answered, ...(await heapOf(session)) });
      }
    }
    return measured;
  });
}

async function askOnce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New chat', exact: true }).click();
  await page.locator('.answer').waitFor({ state: 'detached' });
  await page.locator('#message').fill(questionFor(pace));
  await page.locator('#message').press('Control+Enter');
  await page.locator('.answer').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

async function heapOf(session: CDPSession): Promise<{ bytes: number; code: number }> {
  const code = codeIn(await snapshot(session));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return { bytes: (await session.send('Runtime.getHeapUsage')).usedSize, code };
}

/** The part of a snapshot's format that is read: a row of numbers for each node, by the names of its fields. */
type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

async function snapshot(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  return JSON.parse(chunks.join('')) as Snapshot;
}

function codeIn({ snapshot: { meta }, nodes }: Snapshot): number {
  const [type, size] = ['type', 'self_size'].map((name) => meta.node_fields.indexOf(name));
  const code = meta.node_types[0].indexOf('code');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    if (nodes[node + (type ?? 0)] === code) bytes += nodes[node + (size ?? 0)] ?? 0;
  }
  return bytes;
}
