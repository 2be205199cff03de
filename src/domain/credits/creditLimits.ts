/** The highest own limit, and the highest balance below which a mail is sent, in credits. */
export const creditLimitMax = 1_000_000;

/** The periods of own limits. A day and a month begin at midnight UTC. */
const limitPeriods = ['day', 'month'] as const;

export type LimitPeriod = (typeof limitPeriods)[number];

/** A user's own limits in credits; `null` for none. */
export type OwnLimits = Readonly<Record<LimitPeriod, number | null>>;

/** The start of the day and of the month of an instant. */
export function startsOfPeriods(now: Date): Readonly<Record<LimitPeriod, Date>> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    day: new Date(Date.UTC(year, month, now.getUTCDate())),
    month: new Date(Date.UTC(year, month)),
  };
}

/** Returns the period whose limit a price would pass: the day first. A limit may be reached exactly. */
export function passedLimit(
  limits: OwnLimits,
  spent: Readonly<Record<LimitPeriod, number>>,
  price: number,
): LimitPeriod | undefined {
  return limitPeriods.find((period) => {
    const limit = limits[period];
    return limit !== null && spent[period] + price > limit;
  });
}
