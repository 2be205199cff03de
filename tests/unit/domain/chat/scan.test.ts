import { expect, it } from 'vitest';
import { isScan } from '#domain/chat/attachments.ts';

it.for([
  ['pdf', 0, true],
  ['pdf', null, true],
  ['pdf', 1, false],
  ['image', null, false],
  ['text', 0, false],
] as const)(
  'calls a PDF without a text a scan: %s with %s characters',
  ([kind, characters, scan]) => {
    expect(isScan({ kind, characters })).toBe(scan);
  },
);
