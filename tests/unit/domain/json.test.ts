import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseChecked } from '#domain/json.ts';
import { recordOf } from '#release/recordOf.ts';

const schema = z.object({ id: z.string(), files: recordOf(z.object({ status: z.int() })) });

describe('the check of stored JSON', () => {
  it('returns the value of a text that keeps the schema', () => {
    const value = { id: 'a', files: { '/en': { status: 200 } } };
    expect(parseChecked(schema, JSON.stringify(value), 'The release')).toEqual(value);
  });

  it.each([
    ['{"id":"a","fi', 'The release is not JSON'],
    ['null', 'The release is wrong: the record: Invalid input'],
    ['{"id":"a","files":[]}', 'The release is wrong: field “files”: Invalid input'],
    [
      '{"id":"a","files":{"/en":{"status":200},"/de":{"status":"200"}}}',
      'The release is wrong: field “files./de.status”: Invalid input',
    ],
  ])('throws an error that names the field of %s', (text, message) => {
    expect(() => parseChecked(schema, text, 'The release')).toThrow(message);
  });
});
