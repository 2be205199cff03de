import { described } from '#contract/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import {
  type ContactFields,
  contactAboutMaxCharacters,
  contactMessageMaxCharacters,
  contactProblems,
  contactReferencePattern,
  contactTopics,
} from '#domain/contact.ts';
import { languages } from '#domain/languages.ts';
import * as z from 'zod/mini';

/** The fields of the form, checked by the rules of the domain, whose names are the messages of failed checks. */
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
  answer: () =>
    z.object({
      /** Names the message when the sender writes again. */
      reference: described(z.string(), { pattern: contactReferencePattern.source }),
    }),
});
