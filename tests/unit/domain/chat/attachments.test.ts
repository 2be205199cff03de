import { describe, expect, it } from 'vitest';
import {
  estimatePdfTokens,
  estimatePictureTokens,
  pictureCountOf,
} from '#domain/chat/attachments.ts';

describe('the tokens of a picture', () => {
  it('follow its pixels with most models', () => {
    expect(estimatePictureTokens(1_500, 1_000, 'pixels')).toBe(2_100);
    expect(estimatePdfTokens(3, 50, 'pixels')).toBe(4_850);
  });

  it.each([
    ['a mark', 60, 40, 1],
    ['a square', 2_048, 2_048, 4],
    ['a photograph', 2_048, 1_536, 4],
    ['a wide screen', 2_048, 1_024, 6],
    ['a strip', 300, 2_048, 4],
    ['a panorama before it was made smaller', 8_192, 1_024, 4],
  ])(
    'follow the tiles of the size that GPT-4o-mini scales it to: %s',
    (_, width, height, tiles) => {
      expect(estimatePictureTokens(width, height, 'tiles')).toBe(2_833 + 5_667 * tiles);
    },
  );

  it.each([
    ['openai/gpt-4o-mini', 'tiles'],
    ['compatible/openai/gpt-4o-mini', 'tiles'],
    ['sandbox/gpt-4o-mini', 'tiles'],
    ['openai/gpt-4o-mini-2024-07-18', 'tiles'],
    ['openai/gpt-6-luna', 'pixels'],
    ['openai/gpt-4o', 'pixels'],
    [undefined, 'pixels'],
  ])('are counted as the upstream counts: %s, %s', (upstream, count) => {
    expect(pictureCountOf(upstream)).toBe(count);
  });
});
