import { describe, expect, it } from 'vitest';
import { defaultMediaOptions } from '#domain/media/media.ts';
import { chooseMediaOptions, optionsFor, priceWith } from '#stores/media/mediaOptions.ts';
import { type MediaProgress, elapsedSeconds, percentOf } from '#stores/media/mediaProgress.ts';

const asked = '2026-05-06T10:00:00.000Z';
const started = '2026-05-06T10:00:10.000Z';

const running: MediaProgress = {
  type: 'progress',
  state: 'running',
  ahead: 0,
  percent: null,
  asked,
  started,
  expected_seconds: 180,
  deadline: '2026-05-06T10:20:00.000Z',
};

const after = (seconds: number): number => Date.parse(started) + seconds * 1_000;

describe('the progress of a media job', () => {
  it('is the part of the expected time that has passed, and never the whole before the end', () => {
    expect(percentOf(running, after(0))).toBe(0);
    expect(percentOf(running, after(90))).toBe(50);
    expect(percentOf(running, after(10_000))).toBe(95);
    // The clock of this device is slow.
    expect(percentOf(running, after(-60))).toBe(0);
    expect(elapsedSeconds(running, after(-60))).toBe(0);
  });

  it('is the provider’s progress if there is one', () => {
    expect(percentOf({ ...running, percent: 12 }, after(170))).toBe(12);
    expect(percentOf({ ...running, percent: 140 }, after(170))).toBe(100);
  });

  it('has no elapsed time while it waits in the queue', () => {
    const queued: MediaProgress = { ...running, state: 'queued', started: null, ahead: 2 };
    expect(elapsedSeconds(queued, after(50))).toBeUndefined();
    expect(percentOf(queued, after(50))).toBe(0);
  });
});

describe('the price of a picture, a piece of music or a video', () => {
  it('follows its options', () => {
    const picture = { kind: 'picture', price: 4 } as const;
    expect(priceWith(picture, optionsFor(picture))).toBe(4);
    chooseMediaOptions({ kind: 'picture', size: 'landscape', quality: 'high' });
    expect(priceWith(picture, optionsFor(picture))).toBe(32);
    chooseMediaOptions(defaultMediaOptions.picture);
    expect(priceWith(picture, optionsFor(picture))).toBe(4);
    const video = { kind: 'video', price: 5 } as const;
    chooseMediaOptions({ kind: 'video', ratio: '9:16', seconds: 10 });
    expect(priceWith(video, optionsFor(video))).toBe(10);
    expect(optionsFor({ kind: 'text' })).toBeUndefined();
    expect(priceWith({ price: 1 }, undefined)).toBe(1);
  });
});
