import { endpoint } from '#contract/endpoint.ts';

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary:
    'All data of the signed-in user as one zip archive: JSON, conversations as Markdown too, and files.',
});
