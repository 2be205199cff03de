import { describe, expect, it } from 'vitest';
import { type AskableModel, alternativeTo } from '#domain/models/modelAlternative.ts';
import { type ModelOutcomes, healthOf } from '#domain/models/models.ts';

const outcomes = (change: Partial<ModelOutcomes>): ModelOutcomes => ({
  answers: 100,
  failed: 0,
  failedLately: 1,
  failedUsers: 3,
  usersFailedSinceSuccess: 3,
  firstTextMilliseconds: 900,
  ...change,
});

describe('the health of a model', () => {
  it.each([
    [{}, 'working'],
    [{ failed: 19 }, 'working'],
    [{ failed: 20 }, 'slow'],
    [{ failed: 49 }, 'slow'],
    [{ failed: 50 }, 'down'],
    [{ failed: 100, firstTextMilliseconds: null }, 'down'],
    [{ firstTextMilliseconds: 7_999 }, 'working'],
    [{ firstTextMilliseconds: 8_000 }, 'slow'],
    [{ answers: 3, failed: 3 }, 'working'],
    [{ answers: 4, failed: 4 }, 'down'],
    [{ failed: 97, failedLately: 0 }, 'working'],
    [{ failed: 97, usersFailedSinceSuccess: 2 }, 'slow'],
    [{ failed: 97, failedUsers: 2, usersFailedSinceSuccess: 2 }, 'working'],
    [{ failed: 97, failedLately: 0, firstTextMilliseconds: 9_000 }, 'slow'],
  ] as const)('of outcomes %o is %s', (change, health) => {
    expect(healthOf(outcomes(change))).toBe(health);
  });
});

describe('an alternative', () => {
  const model = (id: string, price: number, more: Partial<AskableModel> = {}): AskableModel => ({
    id,
    group: 'openai',
    kind: 'text',
    price,
    health: 'working',
    available: true,
    disturbed: false,
    ...more,
  });
  const asked = model('asked', 4);
  const choose = (...others: AskableModel[]) => alternativeTo(asked, [asked, ...others])?.id;

  it('has the nearest price, and of two the lower one', () => {
    expect(choose(model('one', 1), model('five', 5), model('three', 3))).toBe('three');
    expect(choose(model('one', 1), model('eight', 8))).toBe('one');
    expect(choose(model('nine', 9))).toBeUndefined();
  });

  it('prefers the same group, and first of all a healthy provider', () => {
    const claude = model('claude', 4, { group: 'claude' });
    expect(choose(claude, model('openai', 4))).toBe('openai');
    expect(choose(claude, model('openai', 4, { disturbed: true }))).toBe('claude');
    expect(choose(model('openai', 4, { disturbed: true }), model('cheap', 1))).toBe('cheap');
  });

  it('has another upstream', () => {
    const answeredBy = (upstream: string) => ({ route: { upstream } });
    const same = model('same', 4, answeredBy('openai/one'));
    const other = model('other', 3, answeredBy('openai/two'));
    const one = model('asked', 4, answeredBy('openai/one'));
    expect(alternativeTo(one, [one, same, other])?.id).toBe('other');
    expect(alternativeTo(one, [one, same])).toBeUndefined();
  });

  it('is available, healthy, and of the same kind', () => {
    expect(
      choose(
        model('slow', 4, { health: 'slow' }),
        model('away', 4, { available: false }),
        model('picture', 4, { kind: 'picture' }),
      ),
    ).toBeUndefined();
  });
});
