import { build } from '#domain/operation/build.ts';
import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Answers 200 while the server process works, and names its build.',
  access: 'public',
  response: () =>
    z.object({
      ok: z.literal(true),
      title: z.literal(build.title),
      mode: z.literal(build.mode),
      ab_test_environment: z.literal(build.abTestEnvironment),
    }),
});

/**
 * A part of a server. `limited`: the server works without it, and the note says how. `waiting`: the server is not ready
 * before it.
 */
const readyPart = z.object({
  part: z.enum(['storage', 'questions', 'answers', 'site', 'search', 'replica']),
  state: z.enum(['ready', 'limited', 'waiting']),
  note: z.nullable(z.string()),
});

export type ReadyPart = z.infer<typeof readyPart>;

export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary:
    'Answers 200 while questions can be answered: database and folders can store something, a release is served, and the stored index of the search is loaded. Lists the parts; a 503 has the same list in its error.',
  access: 'public',
  response: () => z.object({ ok: z.literal(true), parts: z.array(readyPart) }),
});
