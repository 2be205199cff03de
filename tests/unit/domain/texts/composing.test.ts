import { expect, it } from 'vitest';
import { isOfComposition } from '#domain/texts/composing.ts';

it.each([
  [{ isComposing: false, keyCode: 13 }, false],
  [{ isComposing: true, keyCode: 13 }, true],
  // Safari sends the Enter that ends a composition after its end.
  [{ isComposing: false, keyCode: 229 }, true],
])('detects whether %o belongs to an input method', (pressed, expected) => {
  expect(isOfComposition(pressed)).toBe(expected);
});
