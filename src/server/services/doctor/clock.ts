import { readClock } from '#server/db/queries/databaseFacts.ts';
import { getHealth } from '#contract/operation/health.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';
import {
  type ConfigCheck,
  type DatabaseCheck,
  type Finding,
  ok,
  problem,
  warning,
} from '#server/services/doctor/findings.ts';

/** Seconds of difference: from the second on, sign-in codes and signatures fail. */
const limits = { warning: 3, problem: 30 };

const next = 'Let each machine set its clock by NTP: timedatectl set-ntp true.';

/** Compares the clock of this machine with that of the database. */
export const databaseClock: DatabaseCheck = {
  name: 'clock',
  seconds: 10,
  run: async ({ database }) => {
    const asked = Date.now();
    const theirs = await readClock(database.query);
    return [compare('of the database', theirs.getTime(), (asked + Date.now()) / 2)];
  },
};

/** Compares it with the header `Date` of the public address, which has whole seconds. */
export const publicClock: ConfigCheck = {
  name: 'clock',
  seconds: 15,
  run: async (config) => {
    const asked = Date.now();
    const response = await fetchSite(config, getHealth.path).catch(() => undefined);
    const date = Date.parse(response?.headers.get('date') ?? '');
    // Whether the address can be reached is another check.
    if (Number.isNaN(date)) return [];
    return [compare('of PUBLIC_URL', date + 500, (asked + Date.now()) / 2)];
  },
};

function compare(whose: string, theirs: number, ours: number): Finding {
  const seconds = Math.abs(theirs - ours) / 1_000;
  const text = `The clocks ${whose} and of this machine differ by ${seconds.toFixed(1)} s`;
  if (seconds >= limits.problem) return problem(text, next);
  return seconds >= limits.warning ? warning(text, next) : ok(text);
}
