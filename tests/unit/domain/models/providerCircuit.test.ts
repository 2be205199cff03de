import { describe, expect, it } from 'vitest';
import {
  type ProviderState,
  afterFailure,
  afterProblem,
  afterTry,
  beginTry,
  failuresToClose,
  usersToClose,
} from '#domain/models/providerCircuit.ts';
import { Random } from '../../../setup/random.ts';

const start = Date.UTC(2026, 10, 30);

describe('the circuit of a provider', () => {
  it('closes only after enough failures in a row of enough users, and is tried once a minute, in any order of events', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = new Random(seed);
      let state: ProviderState | undefined;
      let time = start;
      /** The users of the failures since the last success or long silence. */
      let row: string[] = [];
      let lastFailure = start;
      let lastTry: number | undefined;
      for (let step = 0; step < 60; step += 1) {
        time += random.whole(0, 1) === 0 ? random.whole(0, 5_000) : random.whole(0, 100_000);
        if (random.whole(0, 40) === 0) time += 16 * 60_000;
        const now = new Date(time);
        if (state?.problem) {
          const begun = beginTry(state, now);
          // Never twice within a minute, whoever asks.
          if (begun === undefined) continue;
          expect(time - (lastTry ?? 0)).toBeGreaterThanOrEqual(60_000);
          expect(beginTry(begun, now)).toBeUndefined();
          lastTry = time;
          if (random.whole(0, 1) === 0) {
            state = afterTry(begun, undefined, now);
          } else {
            state = undefined;
            row = [];
          }
        } else if (random.whole(0, 9) === 0) {
          state = undefined;
          row = [];
        } else {
          const user = `user ${random.whole(1, 4)}`;
          if (time - lastFailure >= 15 * 60_000) row = [];
          row.push(user);
          lastFailure = time;
          state = afterFailure(state, user, now);
          const isClosed = row.length >= failuresToClose && new Set(row).size >= usersToClose;
          expect(state.problem, `seed ${seed}`).toBe(isClosed ? 'failing' : null);
          if (isClosed) lastTry = time;
        }
      }
    }
  });

  it('is tried less and less often while the account is refused or empty', () => {
    let now = new Date(start);
    let state = afterProblem(undefined, 'empty', now);
    const pauses = Array.from({ length: 6 }, () => {
      const { pause } = state;
      now = new Date(now.getTime() + pause * 1_000);
      state = afterTry(beginTry(state, now) ?? state, 'empty', now);
      return pause;
    });
    expect(pauses).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it('is not changed by requests that began before it was closed', () => {
    const closed = afterProblem(undefined, 'refused', new Date(start));
    const later = new Date(start + 1_000);
    expect(afterFailure(closed, 'user', later)).toBe(closed);
    expect(afterProblem(closed, 'empty', later)).toBe(closed);
  });
});
