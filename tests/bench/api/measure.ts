import { Agent, get } from 'node:http';
import type { Case } from './cases.ts';

/** Times of one case in milliseconds: its own, and those of the empty handler asked in between. */
export type Times = { name: string; own: number[]; empty: number[] };

/** Requests of each case before anything counts: code gets compiled, connections opened, pages read. */
const warmUps = 30;

/**
 * Asks each case and, right after it, the empty handler, one request at a time over kept connections; all cases in
 * turn, so that other work of the machine affects them equally. Ends after `requests` rounds or `seconds`, the first of
 * the two.
 */
export async function measure(
  cases: readonly Case[],
  { url, emptyUrl }: { url: string; emptyUrl: string },
  { requests, seconds }: { requests: number; seconds: number },
): Promise<Times[]> {
  const agent = new Agent({ keepAlive: true });
  const all = cases.map(({ name }) => ({ name, own: [] as number[], empty: [] as number[] }));
  const ends = performance.now() + seconds * 1_000;
  try {
    for (let round = 0; round < warmUps + requests && performance.now() < ends; round += 1) {
      for (const [index, { paths }] of cases.entries()) {
        const path = paths[round % paths.length] ?? '/';
        const own = await timed(agent, `${url}${path}`);
        const empty = await timed(agent, `${emptyUrl}/`);
        if (round < warmUps) continue;
        all[index]?.own.push(own);
        all[index]?.empty.push(empty);
      }
    }
  } finally {
    agent.destroy();
  }
  return all;
}

/** Milliseconds from asking to the last byte of a good answer. */
async function timed(agent: Agent, url: string): Promise<number> {
  const start = performance.now();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode));
      response.resume();
    }).on('error', reject);
  });
  const time = performance.now() - start;
  if (status !== 200) throw new Error(`${url} was answered with ${status}`);
  return time;
}
