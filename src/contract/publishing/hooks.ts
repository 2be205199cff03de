import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

/** The fields of GitHub's push event that the server uses. */
export const githubPush = z.object({
  ref: z.string().check(z.maxLength(1_000)),
  /** The time of the last push to the repository, in seconds since 1970. */
  repository: z.optional(z.object({ pushed_at: z.optional(z.union([z.int(), z.string()])) })),
});

/** The body from other senders. Time and id are in the body, because only the body is signed. */
export const publishRequest = z.object({
  /** A unique id of the request. */
  delivery: z.string().check(z.regex(/^[\w-]{8,100}$/, 'Must be 8 to 100 letters and digits')),
  /** The current time. */
  timestamp: z.iso.datetime({ offset: true }),
});

export const publishHook = endpoint({
  method: 'POST',
  path: '/api/hooks/publish',
  summary:
    'Asks for a publish of the site. X-Hub-Signature-256 carries sha256= and the HMAC-SHA256 of the body with the secret of the hook, in hexadecimal. Takes push and ping as GitHub sends them, or without X-GitHub-Event the JSON { delivery, timestamp } with an id of its own and the present time. Answers 404 where no hook is set up.',
  access: 'signed',
  response: () =>
    z.object({
      /**
       * `asked`: a publish runs or is queued. `taken`: a duplicate delivery. `ignored`: the push does not change the
       * site.
       */
      outcome: z.enum(['asked', 'taken', 'ignored', 'pong']),
      message: z.string(),
    }),
});
