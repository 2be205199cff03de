import { describe, expect, it } from 'vitest';
import { findTypedTag, matchesTag } from '#domain/gpts/tagChoice.ts';

describe('the box above the list of tags', () => {
  it('matches parts of tags without case and accents', () => {
    expect(matchesTag('Résumé writing', ' resume ')).toBe(true);
    expect(matchesTag('Résumé writing', 'résumés')).toBe(false);
  });

  it.each([
    ['the tag that was typed in full, not others that contain it', 'art ', 'art'],
    ['the same with other case and accents', 'ÁRT-DECO', 'Art-Deco'],
    ['the only one that matches', 'smart', 'smart home'],
  ])('takes %s', (_, typed, tag) => {
    expect(findTypedTag(['', 'smart home', 'Art', 'art', 'Art-Deco'], typed)).toBe(tag);
  });

  it('finds a tag of two lists', () => {
    expect(findTypedTag(['music', 'Art', 'music'], 'mus')).toBe('music');
  });

  it.each(['', '  ', 'ar', 'cars'])('finds no tag for “%s”', (typed) => {
    expect(findTypedTag(['', 'smart', 'Art', 'article'], typed)).toBeUndefined();
  });
});
