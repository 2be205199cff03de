import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JobChange,
  type JobState,
  changeOf,
  isOpen,
  jobEvents,
  jobStates,
  nextStepOf,
  pollPause,
} from '#domain/media/mediaJob.ts';
import { meaningOf } from '#domain/media/mediaStates.ts';

const seed = Number(process.env['MEDIA_SEED'] ?? Date.now());

/** The changes that a job goes through when these events happen to it, one after the other. */
function run(events: readonly (typeof jobEvents)[number][]): JobChange[] {
  const changes: JobChange[] = [];
  let state: JobState = 'queued';
  for (const event of events) {
    const change = changeOf(state, event);
    if (!change) continue;
    changes.push(change);
    state = change.state;
  }
  return changes;
}

describe('a media job', () => {
  it('closes its hold at most once, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...jobEvents), { maxLength: 30 }), (events) => {
        const changes = run(events);
        const closed = changes.filter(({ hold }) => hold !== 'kept');
        const state = changes.at(-1)?.state ?? 'queued';
        expect(closed.length).toBe(isOpen(state) ? 0 : 1);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('always ends at its deadline, and is charged only if it was finished before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...jobEvents), { maxLength: 30 }), (events) => {
        const changes = run([...events, 'deadline']);
        const state = changes.at(-1)?.state ?? 'queued';
        expect(isOpen(state)).toBe(false);
        const settled = changes.findIndex(({ hold }) => hold === 'settled');
        if (settled !== -1) expect(changes[settled]?.state).toBe('stored');
        if (state === 'failed') expect(settled).toBe(-1);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('keeps a stored or failed state', () => {
    for (const event of jobEvents) {
      expect([changeOf('stored', event), changeOf('failed', event)]).toEqual([
        undefined,
        undefined,
      ]);
    }
  });

  it('delivers files after the deadline for free', () => {
    expect(run(['accepted', 'deadline', 'finished'])).toEqual([
      { state: 'submitted', hold: 'kept' },
      { state: 'expired', hold: 'released' },
      { state: 'stored', hold: 'kept' },
    ]);
  });

  it('handles every event that can happen to an open one', () => {
    for (const state of jobStates.filter(isOpen)) {
      for (const event of ['failed', 'stopped', 'deadline'] as const) {
        expect(changeOf(state, event)?.hold, `${state} ${event}`).toBe('released');
      }
    }
  });
});

describe('polling', () => {
  it('slows down to a longest pause, always with jitter and a pause', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (polls, chance) => {
        const pause = pollPause(polls, chance);
        expect(pause).toBeGreaterThanOrEqual(1_000);
        expect(pause).toBeLessThanOrEqual(18_750);
      }),
      { seed },
    );
    expect(pollPause(10, 0.5)).toBeGreaterThan(pollPause(0, 0.5));
    expect(pollPause(3, 0)).toBeLessThan(pollPause(3, 0.9));
  });
});

describe('the next step of a job', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('is due after a pause, at the latest at the deadline of an open job', () => {
    const open = { state: 'running', deadline: at(3_000) } as const;
    expect(nextStepOf(open, now, 1_000)).toEqual(at(1_000));
    expect(nextStepOf(open, now, 9_000)).toEqual(at(3_000));
    expect(nextStepOf({ ...open, deadline: at(-5_000) }, now, 9_000)).toEqual(now);
    expect(nextStepOf({ ...open, state: 'expired' }, now, 9_000)).toEqual(at(9_000));
  });
});

describe('the states of providers', () => {
  it.each([
    ['completed', 'finished'],
    ['COMPLETED', 'finished'],
    ['succeeded', 'finished'],
    ['SUCCESS', 'finished'],
    ['failed', 'failed'],
    ['GENERATE_AUDIO_FAILED', 'failed'],
    ['canceled', 'failed'],
    ['aborted', 'failed'],
    ['expired', 'expired'],
    ['timed_out', 'expired'],
    ['queued', 'running'],
    ['dreaming', 'running'],
    ['IN_PROGRESS', 'running'],
    ['FIRST_SUCCESS', 'running'],
    ['TEXT_SUCCESS', 'running'],
    ['PENDING', 'running'],
    ['starting', 'running'],
    ['something new', 'running'],
    ['', 'running'],
  ])('maps “%s” to %s', (word, state) => {
    expect(meaningOf(word)).toBe(state);
  });
});
