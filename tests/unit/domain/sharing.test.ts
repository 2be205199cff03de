import { describe, expect, it } from 'vitest';
import { sharePages } from '#catalog/sharePages.ts';
import { languages } from '#domain/languages.ts';
import { hasSharingEnded, sharingEvent } from '#domain/sharing.ts';

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

describe('the page of the sharing plan', () => {
  const event = { ...sharingEvent, to: '2026-05-10' };
  const viewsOf = (day: string) => sharePages(day, event);

  it('exists in every language', () => {
    expect(viewsOf('2026-05-01').map(({ frame }) => frame.path)).toEqual(
      languages.map((language) => `/${language}/share`),
    );
  });

  it('is the same every day until the event ends, and every day after', () => {
    const [before, lastDay, after, later] = ['2026-05-01', '2026-05-10', '2026-05-11', '2027-01-01']
      .map(viewsOf)
      .map((views) => JSON.stringify(views));
    expect(before).toBe(lastDay);
    expect(lastDay).not.toBe(after);
    expect(after).toBe(later);
  });
});
