import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { followChanges } from '#contract/conversations/changes.ts';
import { cpuMilliseconds, residentBytes } from './cores.ts';
import type { Relay } from './relays.ts';

/** The cost of visible pages on which nothing happens. Each follows the changes of its user. */
export type IdleReport = {
  pages: number;
  seconds: number;
  /** Percent of a core that the server needed. */
  cpuPercent: number;
  residentMegabytes: number;
  /** Streams that ended meanwhile. */
  lost: number;
};

/** The promised share of a core for the default number of pages. */
export const idleBudget = { pages: 1_000, cpuPercent: 2 };

const unusedPace = { first: 0, tokens: 0, every: 0 };

/** Streams that are opened at once. */
const openedAtOnce = 50;

/** Holds one stream of changes open for each page, and measures the server for so many seconds. */
export async function measureIdle(
  relay: Relay,
  pages: number,
  seconds: number,
): Promise<IdleReport> {
  const agent = new Agent({ keepAlive: true });
  let lost = 0;
  let isMeasuring = true;
  for (let start = 0; start < pages; start += openedAtOnce) {
    const count = Math.min(openedAtOnce, pages - start);
    const opened = await Promise.all(
      Array.from({ length: count }, (_, place) => open(agent, relay, start + place)),
    );
    for (const stream of opened) stream.on('close', () => (lost += isMeasuring ? 1 : 0)).resume();
  }
  // The work after opening them is not measured.
  await pause(2_000);
  const [cpuBefore, begun] = [cpuMilliseconds(relay.pid), performance.now()];
  await pause(seconds * 1_000);
  const cpu = cpuMilliseconds(relay.pid) - cpuBefore;
  const cpuPercent = Math.round((10_000 * cpu) / (performance.now() - begun)) / 100;
  const residentMegabytes = Math.round(residentBytes(relay.pid) / 1_000_000);
  isMeasuring = false;
  agent.destroy();
  return { pages, seconds, cpuPercent, residentMegabytes, lost };
}

/** One line with the measured figures and the verdict. */
export function idleVerdict({
  pages,
  seconds,
  cpuPercent,
  residentMegabytes,
  lost,
}: IdleReport): string {
  const holds = cpuPercent <= idleBudget.cpuPercent && lost === 0;
  const figures = `${cpuPercent} % of a core of at most ${idleBudget.cpuPercent}, ${lost} lost`;
  const verdict = holds ? 'holds' : 'OVER';
  return `${pages} idle pages for ${seconds} s: ${figures}, ${residentMegabytes} MB: ${verdict}`;
}

function open(agent: Agent, relay: Relay, index: number): Promise<IncomingMessage> {
  const { url, headers } = relay.ask(index, unusedPace);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(new URL(followChanges.path, url), { agent, headers }, (response) => {
    if (response.statusCode === 200) resolve(response);
    else reject(new Error(`A page was refused: ${response.statusCode}`));
  })
    .on('error', reject)
    .end();
  return promise;
}
