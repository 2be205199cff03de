import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary:
    'All data of the signed-in user as one zip archive: JSON, conversations as Markdown too, and files.',
});

/** The time of the deletion; `null` if no deletion is requested. */
const deletion = z.object({ due: z.nullable(z.iso.datetime()) });

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
    'Deletes the signed-in user’s account in a week, once `confirm` is its e-mail address; until then it can be kept.',
  body: () => z.object({ confirm: z.string().check(z.maxLength(400)) }),
  response: () => deletion,
});

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/deletion',
  summary: 'Keeps the signed-in user’s account that was to be deleted.',
  response: () => deletion,
});
