import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sentenceOf } from '#server/errors.ts';

it('shows an operator the reason of a failed query, not the query', () => {
  const error = new DrizzleQueryError('select 1', ['secret'], new Error('relation does not exist'));
  expect(sentenceOf(error)).toBe('relation does not exist');
});

it('reports that the database cannot be reached, also for several addresses', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), {
    code: 'ECONNREFUSED',
  });
  expect(sentenceOf(new AggregateError([refused]))).toBe(
    'The database cannot be reached: connect ECONNREFUSED ::1:5432',
  );
});
