import autocannon from 'autocannon';

/** Requests per second of the account call and of the empty handler, in the same run. */
export type AccountReport = {
  own: number;
  empty: number;
  /** `own` as a part of `empty`. */
  ratio: number;
  least: number;
  holds: boolean;
};

/** `GET /api/account` of a signed-in user reaches at least this part of an empty handler that parses the cookies. */
const leastRatio = 0.3;

const rounds = 5;
const secondsOfRound = 3;
const connections = 10;

type Servers = { url: string; emptyUrl: string; cookie: string };

/** Asks both in turn, so that whatever else the machine does meets them alike, and takes the medians. */
export async function measureAccount({ url, emptyUrl, cookie }: Servers): Promise<AccountReport> {
  const measured: { own: number; empty: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const own = await requestsPerSecond(`${url}/api/account`, cookie);
    const empty = await requestsPerSecond(`${emptyUrl}/cookies`, cookie);
    if (round > 0) measured.push({ own, empty });
  }
  const own = median(measured.map((one) => one.own));
  const empty = median(measured.map((one) => one.empty));
  const ratio = Math.round((own / empty) * 1_000) / 1_000;
  return { own, empty, ratio, least: leastRatio, holds: ratio >= leastRatio };
}

/** One line for people. */
export function accountLine({ own, empty, ratio, least, holds }: AccountReport): string {
  return (
    `GET /api/account, signed in: ${own} requests a second, empty handler with cookies ${empty}: ` +
    `ratio ${ratio} of at least ${least}: ${holds ? 'holds' : 'OVER'}`
  );
}

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: secondsOfRound,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests of ${url} failed`);
  return Math.round(result.requests.average);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
