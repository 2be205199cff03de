import { imageTypes } from '#domain/chat/attachments.ts';

/**
 * The file types that file pickers offer first; others can be chosen too. Phones convert their pictures to JPEG, because
 * JPEG is listed and their own format is not. Text files have many extensions, of which these are the usual ones.
 */
export const acceptedFiles = [
  ...imageTypes,
  'application/pdf',
  'text/*',
  'application/json',
  'application/xml',
  '.md,.csv,.tsv,.log,.yaml,.yml,.toml,.ini,.tex,.srt,.sql,.ipynb',
  '.ts,.tsx,.jsx,.vue,.svelte,.py,.rb,.go,.rs,.java,.kt,.swift,.c,.cpp,.h,.cs,.php,.sh,.r,.lua',
].join();
