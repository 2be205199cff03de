import type { Day } from '#domain/dates.ts';

/** Who posts about the product in public pays less for the next plan or pack. */
export type SharingEvent = {
  /** Its name in the database: a user is rewarded once in an event. */
  id: string;
  /** The first and the last day on which a post is taken. */
  from: Day;
  to: Day;
  /** The least that is taken off a price, in percent. */
  percentOff: number;
  /** How long a post has to stay, in hours. */
  keptHours: number;
  /** How long looking at a post takes, in working days. */
  reviewDays: { least: number; most: number };
  /** How long the reward's code works, in days. */
  rewardDays: number;
};

/** The days of an event that an operator runs, and what it takes off. */
export type SharingDates = Pick<SharingEvent, 'from' | 'to' | 'percentOff'>;

/** The specification's event as dated data. The specification names its last day only. */
export const sharingEvent: SharingEvent = {
  id: '2024',
  from: '2024-01-01',
  to: '2024-03-31',
  percentOff: 20,
  keptHours: 2,
  reviewDays: { least: 1, most: 2 },
  rewardDays: 90,
};

/** The discount of a reward, in percent: “at least 20 %”. */
export const rewardPercent = { least: 20, most: 90 } as const;

export const screenshotMaxBytes = 8_000_000;

export const postStates = ['submitted', 'waiting', 'accepted', 'refused'] as const;

/** `submitted`: it has to be online a while before it is reviewed. `waiting`: for its review. */
export type PostState = (typeof postStates)[number];

/** Why a post is refused: what the sharing page says does not count. */
export const refusalReasons = [
  'short',
  'closed',
  'copied',
  'foreign',
  'unlinked',
  'rewarded',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** Returns the event of a day: the operator's from its first day on, before that the one before. */
export function sharingEventOn(day: Day, dates: SharingDates | undefined): SharingEvent {
  if (!dates || day < dates.from) return sharingEvent;
  return { ...sharingEvent, id: dates.from, ...dates };
}

/** Whether the event is over on `day`. Its last day still belongs to it. */
export function hasSharingEnded(
  day: Day,
  { to }: Pick<SharingEvent, 'to'> = sharingEvent,
): boolean {
  return day > to;
}

/** Returns the same time of the day `count` working days later (Monday to Friday, UTC). */
export function addWorkingDays(instant: Date, count: number): Date {
  const later = new Date(instant);
  for (let left = count; left > 0;) {
    later.setUTCDate(later.getUTCDate() + 1);
    if (later.getUTCDay() % 6 !== 0) left -= 1;
  }
  return later;
}

/** The state of a post before its review, by the clock. */
export function openPostState({ reviewable }: { reviewable: Date }, now: Date): PostState {
  return reviewable > now ? 'submitted' : 'waiting';
}
