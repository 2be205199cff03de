import { endpoint } from '#contract/endpoint.ts';
import { planProducts } from '#domain/plans/planTerms.ts';
import * as z from 'zod/mini';

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary:
    'All data of the signed-in user as one zip archive: JSON, conversations as Markdown too, and files.',
});

const deletion = z.object({
  /** The time of the deletion; `null` if no deletion is requested. */
  due: z.nullable(z.iso.datetime()),
  /** The plan that renews itself, which the deletion ends; `null` without one. */
  plan: z.nullable(
    z.object({
      product: z.enum(planProducts),
      /** The end of the paid period. */
      ends: z.iso.datetime(),
      /** Whether it renews then: not if its user cancelled it, nor while the deletion is requested. */
      renews: z.boolean(),
      /** Whether it ends because of the requested deletion. */
      is_leaving: z.boolean(),
      /** Whether a deletion ends it at once for good, because its last bill is not paid. */
      ends_at_once: z.boolean(),
    }),
  ),
});

export const getDeletion = endpoint({
  method: 'GET',
  path: '/api/account/deletion',
  summary: 'Whether the signed-in user’s account is to be deleted, and when.',
  response: () => deletion,
});

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes the signed-in user’s account in a week, once `confirm` is its e-mail address; until then it can be kept. Ends the plan with its paid period.',
  body: () => z.object({ confirm: z.string().check(z.maxLength(400)) }),
  response: () => deletion,
});

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/deletion',
  summary: 'Keeps the signed-in user’s account that was to be deleted, and its plan.',
  response: () => deletion,
});
