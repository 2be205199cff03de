import { describe, expect, it } from 'vitest';
import { frameOf } from '#catalog/site/frame.ts';
import { planFeatures } from '#catalog/pricing/planFeatures.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';

function featuresOf(
  plan: 'basic' | 'pro',
  operator: { supportEmail?: string; communityUrl?: string; opensGptLinks?: boolean },
  methods: readonly string[] = [],
) {
  const frame = frameOf(emptyContext(), 'en', '/en/pricing');
  return planFeatures(
    { frame: { ...frame, operator: { ...frame.operator, ...operator } }, methods },
    plan,
  );
}

describe('the features of a plan', () => {
  it('says for every plan that failed answers are free', () => {
    for (const plan of ['basic', 'pro'] as const) {
      expect(featuresOf(plan, {})).toContainEqual({ text: 'Failed answers are free' });
    }
  });

  it('include help of the community only if there is one', () => {
    const communityUrl = 'https://community.example.org/';
    expect(featuresOf('basic', { communityUrl })).toContainEqual({
      text: 'Community support',
      href: communityUrl,
    });
    expect(
      featuresOf('basic', {})
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/community/);
  });

  it('include support only if there is an address for it', () => {
    const texts = (operator: object) => featuresOf('pro', operator).map(({ text }) => text);
    const support = 'Priority e-mail support, one to one';
    expect(texts({ supportEmail: 'support@example.org' })).toContain(support);
    expect(texts({})).not.toContain(support);
  });

  it('include any GPT link in Pro only if such pages are fetched', () => {
    const link = { text: 'Any public GPT by its link', href: '/en/open' };
    expect(featuresOf('pro', { opensGptLinks: true })).toContainEqual(link);
    expect(featuresOf('basic', { opensGptLinks: true })).not.toContainEqual(link);
    expect(featuresOf('pro', {})).not.toContainEqual(link);
  });

  it('include cancelling a plan only if it can be bought', () => {
    for (const plan of ['basic', 'pro'] as const) {
      expect(featuresOf(plan, {}, ['stripe'])).toContainEqual({ text: 'Cancel any time' });
      expect(featuresOf(plan, {})).not.toContainEqual({ text: 'Cancel any time' });
    }
  });

  it('include the parallel answers of both plans and the first place in the queue for Pro', () => {
    const texts = featuresOf('pro', {}).map(({ text }) => text);
    expect(texts).toContain('4 answers at once (Basic: 2)');
    expect(texts).toContain('Priority at busy times');
  });
});
