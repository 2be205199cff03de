import { describe, expect, it } from 'vitest';
import { sharePages } from '#catalog/sharing/sharePages.ts';
import { languages } from '#domain/languages/languages.ts';
import {
  addWorkingDays,
  hasSharingEnded,
  sharingEvent,
  sharingEventOn,
} from '#domain/sharing/sharing.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';

describe('the sharing plan', () => {
  it('gives at least 20 %', () => {
    expect(sharingEvent.percentOff).toBe(20);
  });

  it('asks to keep a post for at least 2 hours', () => {
    expect(sharingEvent.keptHours).toBe(2);
  });

  it('is reviewed within 1 to 2 working days', () => {
    expect(sharingEvent.reviewDays).toEqual({ least: 1, most: 2 });
  });

  it('runs until March 31, 2024, that day included', () => {
    expect(['2024-03-30', '2024-03-31', '2024-04-01'].map((day) => hasSharingEnded(day))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('an event of an operator', () => {
  const dates = { from: '2027-01-10', to: '2027-01-20', percentOff: 30 };

  it('is the event from its first day on', () => {
    expect(sharingEventOn('2027-01-09', dates)).toBe(sharingEvent);
    expect(sharingEventOn('2027-01-10', dates)).toMatchObject({ ...dates, id: '2027-01-10' });
    expect(sharingEventOn('2027-02-10', dates)).toMatchObject(dates);
    expect(sharingEventOn('2027-02-10', undefined)).toBe(sharingEvent);
  });
});

describe('working days', () => {
  it.each([
    ['2026-11-23', '2026-11-25'],
    ['2026-11-26', '2026-11-30'],
    ['2026-11-27', '2026-12-01'],
    ['2026-11-28', '2026-12-01'],
    ['2026-11-29', '2026-12-01'],
  ])('end for %s on %s, at the same time', (from, to) => {
    const time = 'T10:30:00.000Z';
    expect(addWorkingDays(new Date(from + time), 2).toISOString()).toBe(to + time);
  });
});

describe('the page of the sharing plan', () => {
  const event = { ...sharingEvent, to: '2026-05-10' };
  const context = emptyContext();
  const viewsOf = (day: string) => sharePages(context, day, event);

  it('exists in every language', () => {
    expect(viewsOf('2026-05-01').map(({ frame }) => frame.path)).toEqual(
      languages.map((language) => `/${language}/share`),
    );
  });

  it('changes only when the event ends and when the last codes have ended', () => {
    const days = [
      '2026-05-01',
      '2026-05-10',
      '2026-05-11',
      '2026-08-08',
      '2026-08-09',
      '2027-01-01',
    ];
    const [before, lastDay, after, weeks, over, later] = days
      .map(viewsOf)
      .map((views) => JSON.stringify(views));
    expect(before).toBe(lastDay);
    expect(lastDay).not.toBe(after);
    expect(after).toBe(weeks);
    expect(over).toBe(later);
    const shown = days.map((day) => viewsOf(day).every(({ showsPosts }) => showsPosts));
    expect(shown).toEqual([true, true, true, true, false, false]);
  });
});
