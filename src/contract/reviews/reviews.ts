import { endpoint } from '#contract/endpoint.ts';
import { gptId } from '#contract/gpts/gpts.ts';
import { storable } from '#contract/text.ts';
import { pageSize } from '#contract/paging.ts';
import {
  highestRating,
  lowestRating,
  reportMaxCharacters,
  reportReasons,
  reviewMaxCharacters,
} from '#domain/reviews/reviews.ts';
import * as z from 'zod/mini';

const rating = z.int().check(z.minimum(lowestRating), z.maximum(highestRating));
const text = z.string().check(storable, z.trim(), z.minLength(1), z.maxLength(reviewMaxCharacters));

/** The public fields of a review. */
export const review = z.object({
  id: z.uuid(),
  /** The reviewer's current name. */
  name: z.string(),
  rating,
  text: z.nullable(z.string()),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
});

export type Review = z.output<typeof review>;

/** The fields of a review for its author. */
export const ownReview = z.extend(review, {
  /** Whether the operator hid it. A hidden review is neither shown nor counted. */
  is_hidden: z.boolean(),
});

export type OwnReview = z.output<typeof ownReview>;

const params = z.strictObject({ id: gptId });

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/gpts/:id/reviews',
  summary: 'The reviews with a text of a GPT, newest first, and what its ratings come to.',
  access: 'public',
  params: () => params,
  query: () =>
    z.object({
      page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
      size: pageSize(),
    }),
  response: () =>
    z.object({
      items: z.array(review),
      total: z.int(),
      page: z.int(),
      size: z.int(),
      /** Mean of the ratings; `null` without ratings. */
      rating: z.nullable(z.number()),
      ratings: z.int(),
    }),
});

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/api/gpts/:id/review',
  summary:
    'What the signed-in user said of a GPT, and whether they may: whoever chatted with it may.',
  params: () => params,
  response: () => z.object({ review: z.nullable(ownReview), is_allowed: z.boolean() }),
});

export const putReview = endpoint({
  method: 'PUT',
  path: '/api/gpts/:id/review',
  summary:
    'Rates a GPT, with or without a text, or changes what one said. 403 `not_used` before the first chat.',
  params: () => params,
  body: () => z.strictObject({ rating, text: z.optional(z.nullable(text)) }),
  response: () => ownReview,
});

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/api/gpts/:id/review',
  summary: 'Takes back what one said of a GPT; taking it back again changes nothing.',
  params: () => params,
  response: () => z.object({}),
});

const reportBody = z.strictObject({
  reason: z.enum(reportReasons),
  details: z.optional(z.string().check(storable, z.trim(), z.maxLength(reportMaxCharacters))),
});

export const reportGpt = endpoint({
  method: 'POST',
  path: '/api/gpts/:id/report',
  summary: 'Reports a GPT to the operator; the same user again replaces the report.',
  params: () => params,
  body: () => reportBody,
  response: () => z.object({}),
});

export const reportReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/report',
  summary: 'Reports a review to the operator; the same user again replaces the report.',
  params: () => z.strictObject({ id: z.uuid() }),
  body: () => reportBody,
  response: () => z.object({}),
});
