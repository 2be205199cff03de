import { describe, expect, it } from 'vitest';
import { findTypedTag, matchesTag } from '#domain/gpts/tagChoice.ts';

describe('the box above the list of tags', () => {
  it('matches parts of tags without case and accents', () => {
    expect(matchesTag('Résumé writing', ' resume ')).toBe(true);
    expect(matchesTag('Résumé writing', 'résumés')).toBe(false);
  });

  it('prefers the tag that was typed in full to others that contain it', () => {
    expect(findTypedTag(['', 'smart home', 'Art', 'art'], 'art ')).toBe(3);
    expect(findTypedTag(['', 'smart home', 'Art'], 'art')).toBe(2);
  });

  it('chooses no tag that only contains the typed text', () => {
    expect(findTypedTag(['', 'smart home', 'article'], 'art')).toBe(-1);
  });
});
