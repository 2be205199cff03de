import { expect, it } from 'vitest';
import { hasNoSpace } from '#builder/hasNoSpace.ts';

const reason = 'ENOSPC: no space left on device, write';

it.for([
  Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
  new Error('The page was not stored', { cause: new Error(reason) }),
  // Another thread hands over its message only.
  new Error(`A file of the release cannot be written: ${reason}`),
  new Error('Could not write file: EDQUOT: disk quota exceeded'),
])('detects a full disk: %s', (error) => {
  expect(hasNoSpace(error)).toBe(true);
});

it('does not take another error for a full disk', () => {
  expect(hasNoSpace(new Error('EACCES: permission denied'))).toBe(false);
  expect(hasNoSpace('ENOSPC')).toBe(false);
});
