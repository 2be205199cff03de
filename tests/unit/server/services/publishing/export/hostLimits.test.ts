import { expect, it } from 'vitest';
import { checkFileCount } from '#server/services/publishing/export/hostLimits.ts';

it('names hosts whose limit of files is near or exceeded, and refuses more than the operator allows', () => {
  expect(checkFileCount(1_000, 0)).toEqual([]);
  expect(checkFileCount(17_000, 20_000)).toEqual([
    'The site has 17,000 files, nearly as many as Cloudflare Pages and Workers take (20,000)',
  ]);
  expect(checkFileCount(90_000, 0)).toHaveLength(2);
  expect(() => checkFileCount(20_001, 20_000)).toThrow('EXPORT_MAX_FILES allows 20,000');
});
