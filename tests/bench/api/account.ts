import autocannon from 'autocannon';
import { cpuMilliseconds } from '../relay/cores.ts';

/** Requests per second of the account call and of the empty handler, in the same run. */
export type AccountReport = {
  own: number;
  empty: number;
  /** `own` as a part of `empty`. */
  ratio: number;
  /** Processor time that each server spends on a request, without PostgreSQL's; `undefined` outside Linux. */
  microseconds: { own: number; empty: number } | undefined;
  least: number;
  holds: boolean;
};

/** `GET /api/account` of a signed-in user reaches at least this part of an empty handler that parses the cookies. */
const leastRatio = 0.3;

/** Whether the system reports the processor time of another process. */
const isTimeKnown = process.platform === 'linux';

const rounds = 5;
const secondsOfRound = 3;
/**
 * Enough that a server always has a next request to work on. With few connections it waits for the database between
 * requests, and the figure is the time of a round trip instead of the server's capacity.
 */
const connections = 50;

type Asked = { url: string; pid?: number | undefined };
type Measured = { requests: number; microseconds: number };

/** Asks both in turn, so that other work of the machine affects them equally, and takes the medians. */
export async function measureAccount(
  server: Asked,
  emptyServer: Asked,
  cookie: string,
): Promise<AccountReport> {
  const own: Measured[] = [];
  const empty: Measured[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await measureRound(server, '/api/account', cookie);
    const compared = await measureRound(emptyServer, '/cookies', cookie);
    if (round === 0) continue;
    own.push(measured);
    empty.push(compared);
  }
  const requests = { own: medianOf(own, 'requests'), empty: medianOf(empty, 'requests') };
  const times = { own: medianOf(own, 'microseconds'), empty: medianOf(empty, 'microseconds') };
  const ratio = Math.round((requests.own / requests.empty) * 1_000) / 1_000;
  return {
    ...requests,
    ratio,
    microseconds: isTimeKnown ? times : undefined,
    least: leastRatio,
    holds: ratio >= leastRatio,
  };
}

/** One line for people. */
export function accountLine(report: AccountReport): string {
  const { own, empty, ratio, microseconds, least, holds } = report;
  const times = microseconds
    ? `; processor time of a request ${microseconds.own} and ${microseconds.empty} µs`
    : '';
  return (
    `GET /api/account, signed in: ${own} requests a second, empty handler with cookies ${empty}: ` +
    `ratio ${ratio} of at least ${least}: ${holds ? 'holds' : 'OVER'}${times}`
  );
}

async function measureRound({ url, pid }: Asked, path: string, cookie: string): Promise<Measured> {
  const before = processorTime(pid);
  const result = await autocannon({
    url: `${url}${path}`,
    connections,
    duration: secondsOfRound,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests of ${url}${path} failed`);
  const microseconds = ((processorTime(pid) - before) * 1_000) / result.requests.total;
  return { requests: Math.round(result.requests.average), microseconds: Math.round(microseconds) };
}

/** Milliseconds that a server has computed so far; 0 if the system does not report them. */
function processorTime(pid: number | undefined): number {
  return isTimeKnown && pid !== undefined ? cpuMilliseconds(pid) : 0;
}

function medianOf(measured: readonly Measured[], field: keyof Measured): number {
  const values = measured.map((one) => one[field]).toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? 0;
}
