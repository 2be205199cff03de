import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import {
  type ContactFields,
  contactAboutMaxCharacters,
  contactMessageMaxCharacters,
  contactProblems,
  contactReferencePattern,
  contactTopics,
} from '#domain/support/contact.ts';
import { languages } from '#domain/languages/languages.ts';
import * as z from 'zod/mini';

/**
 * The fields of the form. The rules of the domain check them; the message of a failed check is the name of its rule.
 */
const contactBody = z
  .strictObject({
    email: described(z.string(), { format: 'email' }),
    topic: described(z.string(), { enum: contactTopics }),
    message: described(z.string().check(storable), {
      minLength: 1,
      maxLength: contactMessageMaxCharacters,
    }),
    about: z.optional(
      described(z.string().check(storable), { maxLength: contactAboutMaxCharacters }),
    ),
    website: z.optional(described(z.string(), { const: '' })),
    language: z.optional(z.enum(languages)),
  })
  .check((check) => {
    const { about = '', website = '', ...given } = check.value;
    const fields: ContactFields = { ...given, about, website };
    for (const { field, rule } of contactProblems(fields)) {
      check.issues.push({ code: 'custom', message: rule, path: [field], input: check.value });
    }
  });

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary:
    'Sends the operator a message. `about` names an order or a GPT, `website` must be empty. 404 where the operator has no address.',
  access: 'visitor',
  body: () => contactBody,
  response: () =>
    z.object({
      /** The reference of the message, for later mails about it. */
      reference: described(z.string(), { pattern: contactReferencePattern.source }),
    }),
});
