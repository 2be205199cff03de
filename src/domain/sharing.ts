import type { Day } from '#domain/dates.ts';

/** Who posts about the product in public pays less for the next plan or pack. */
export type SharingEvent = {
  /** The last day that counts. */
  to: Day;
  /** The least that is taken off a price, in percent. */
  percentOff: number;
  /** How long a post has to stay, in hours. */
  keptHours: number;
  /** How long looking at a post takes, in working days. */
  reviewDays: { least: number; most: number };
};

/** The specification's event as dated data; another one is another date here. */
export const sharingEvent: SharingEvent = {
  to: '2024-03-31',
  percentOff: 20,
  keptHours: 2,
  reviewDays: { least: 1, most: 2 },
};

/** Whether the event is over on `day`. Its last day still belongs to it. */
export function hasSharingEnded(day: Day, { to }: SharingEvent = sharingEvent): boolean {
  return day > to;
}
