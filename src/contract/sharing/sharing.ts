import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import { languages } from '#domain/languages/languages.ts';
import { postLinkMaxCharacters } from '#domain/sharing/postLinks.ts';
import { postStates, refusalReasons } from '#domain/sharing/sharing.ts';
import * as z from 'zod/mini';

export const sharedPost = z.object({
  /** `submitted` until the post has been online long enough, then `waiting` for its review. */
  state: z.enum(postStates),
  link: z.nullable(z.string()),
  has_screenshot: z.boolean(),
  sent: z.iso.datetime(),
  /** The earliest time of the review, and its promised latest time. */
  reviewable: z.iso.datetime(),
  due: z.iso.datetime(),
  reviewed: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.enum(refusalReasons)),
  note: z.nullable(z.string()),
  reward: z.nullable(
    z.object({
      code: z.string(),
      percent_off: z.int(),
      expires: z.iso.datetime(),
      state: z.enum(['open', 'used', 'over']),
    }),
  ),
});

export type SharedPost = z.output<typeof sharedPost>;

const sharing = z.object({
  /** The event that accepts posts today; `null` if none runs. */
  event: z.nullable(z.object({ to: z.string(), percent_off: z.int() })),
  can_send: z.boolean(),
  /** The latest post of the signed-in user. */
  post: z.nullable(sharedPost),
});

export type Sharing = z.output<typeof sharing>;

const link = z.string().check(storable, z.maxLength(postLinkMaxCharacters));

export const getSharing = endpoint({
  method: 'GET',
  path: '/api/sharing',
  summary: 'The sharing event that runs, and what became of the signed-in user’s latest post.',
  response: () => sharing,
});

export const sendSharedLink = endpoint({
  method: 'POST',
  path: '/api/sharing/posts',
  summary: 'Sends the address of a public post about the product, to be reviewed for a discount.',
  body: () => z.strictObject({ link, language: z.optional(z.enum(languages)) }),
  response: () => sharing,
});

export const sendScreenshot = endpoint({
  method: 'POST',
  path: '/api/sharing/screenshots',
  summary:
    'Sends a screenshot of a public post, and its address where there is one. The body is a PNG, JPEG, WebP or GIF file of at most 8 MB.',
  query: () => z.object({ link: z.optional(link), language: z.optional(z.enum(languages)) }),
  response: () => sharing,
});
