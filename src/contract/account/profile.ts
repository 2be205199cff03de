import { user } from '#contract/account/account.ts';
import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import { languages } from '#domain/languages/languages.ts';
import { nameProblem } from '#domain/account/profile.ts';
import * as z from 'zod/mini';

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary:
    'Changes the name of the signed-in user, which everybody reads beside reviews, or the language of mails.',
  body: () =>
    z.strictObject({
      name: z.optional(
        z.string().check(storable, z.maxLength(1_000), (check) => {
          const problem = nameProblem(check.value);
          if (problem) check.issues.push({ code: 'custom', message: problem, input: check.value });
        }),
      ),
      language: z.optional(z.enum(languages)),
    }),
  response: () => user,
});

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/account/picture',
  summary:
    'Gives the signed-in user a picture: the body is a PNG, JPEG, WebP or GIF file of at most 2 MB. A square of it is kept as WebP of 256 × 256 pixels.',
  query: () =>
    z.object({
      /** Position of the square along the longer side, from 0 (start) to 1 (end); in the middle by default. */
      position: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1))),
    }),
  response: () => user,
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/account/picture',
  summary: 'Gives the signed-in user the default picture again.',
  response: () => user,
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/account/pictures/:id',
  summary: 'The picture of the signed-in user. One that was replaced is gone.',
  params: () => z.strictObject({ id: uuid }),
});
