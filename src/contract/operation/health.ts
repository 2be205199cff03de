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

export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary:
    'Answers 200 while questions can be answered: database and folders can store something, and a release is served.',
  access: 'public',
  response: () => z.object({ ok: z.literal(true) }),
});
