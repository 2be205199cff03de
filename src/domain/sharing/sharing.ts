import type { Day } from '#domain/dates.ts';

/** An event of the sharing plan: users who post about the product get a discount on their next plan or pack. */
export type SharingEvent = {
  /** Its name in the database. A user gets one reward per event. */
  id: string;
  /** The first and the last day on which posts are accepted. */
  from: Day;
  to: Day;
  /** The lowest discount of a reward, in percent. */
  percentOff: number;
  /** Hours for which a post has to stay online. */
  keptHours: number;
  /** Duration of a review, in working days. */
  reviewDays: { least: number; most: number };
  /** Days for which the code of a reward is valid. */
  rewardDays: number;
};

/** The days and the discount of an event that an operator runs. */
export type SharingDates = Pick<SharingEvent, 'from' | 'to' | 'percentOff'>;

/** The specified event. The specification states only its last day. */
export const sharingEvent: SharingEvent = {
  id: '2024',
  from: '2024-01-01',
  to: '2024-03-31',
  percentOff: 20,
  keptHours: 2,
  reviewDays: { least: 1, most: 2 },
  rewardDays: 90,
};

/** The range of a reward's discount, in percent: “at least 20 %”. */
export const rewardPercent = { least: 20, most: 90 } as const;

export const screenshotMaxBytes = 8_000_000;

export const postStates = ['submitted', 'waiting', 'accepted', 'refused'] as const;

/** `submitted`: the post has to stay online for some hours before its review. `waiting`: it waits for its review. */
export type PostState = (typeof postStates)[number];

/** Reasons why a post is refused, as the sharing page lists them. */
export const refusalReasons = [
  'short',
  'closed',
  'copied',
  'foreign',
  'unlinked',
  'rewarded',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** Returns the event of a day: the operator's event from its first day on, before that the specified one. */
export function sharingEventOn(day: Day, dates: SharingDates | undefined): SharingEvent {
  if (!dates || day < dates.from) return sharingEvent;
  return { ...sharingEvent, id: dates.from, ...dates };
}

/** Whether the event is over on `day`. Its last day is part of it. */
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

/** Returns the state of a post before its review, which depends only on the time. */
export function openPostState({ reviewable }: { reviewable: Date }, now: Date): PostState {
  return reviewable > now ? 'submitted' : 'waiting';
}
