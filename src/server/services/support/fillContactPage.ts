import type { ContactFields, ContactProblem } from '#domain/support/contact.ts';
import { fillMain } from '#parts/fill.ts';
import { markup } from '#parts/markup.ts';

/** The outcome of a form that was sent without script, with the texts to show. */
export type ContactOutcome =
  | { state: 'sent'; reference: string }
  | {
      state: 'refused';
      fields: ContactFields;
      /** The problems of single fields, and of the form as a whole. */
      texts: Partial<Record<ContactProblem['field'], string>>;
      text: string;
      /** After too many requests: seconds until the next try. */
      retrySeconds?: number;
    };

/** Returns the contact page of the release, filled with the outcome as scripts would show it. Every text is escaped. */
export function fillContactPage(openPage: string, outcome: ContactOutcome): string {
  return fillMain(openPage, partsOf(outcome));
}

function partsOf(outcome: ContactOutcome) {
  if (outcome.state === 'sent') {
    return {
      form: { attributes: { hidden: '' } },
      sent: { attributes: { hidden: null } },
      reference: { text: outcome.reference },
    };
  }
  const { fields, texts, text } = outcome;
  const problems = Object.entries(texts).map(([field, problem]) => {
    return [`${field}-problem`, { text: problem, attributes: { hidden: null } }];
  });
  const invalid = (field: ContactProblem['field']) =>
    texts[field] === undefined ? {} : { 'aria-invalid': 'true' };
  return {
    ...Object.fromEntries(problems),
    problem: { text, attributes: { hidden: null } },
    email: { attributes: { value: fields.email, ...invalid('email') } },
    about: { attributes: { value: fields.about, ...invalid('about') } },
    topic: { attributes: invalid('topic') },
    // The HTML parser drops a line break at the beginning of a text area.
    message: { content: markup`${'\n'}${fields.message}`, attributes: invalid('message') },
    [`topic-${fields.topic}`]: { attributes: { selected: '' } },
  };
}
