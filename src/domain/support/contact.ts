import { emailMaxLength, emailProblem } from '#domain/login/login.ts';

/** The topics of a message to the operator. */
export const contactTopics = ['question', 'payment', 'report', 'privacy', 'other'] as const;

export type ContactTopic = (typeof contactTopics)[number];

export const contactMessageMaxCharacters = 4_000;

/** Longest text of the field that names an order or a GPT, in characters. */
export const contactAboutMaxCharacters = 300;

/** Days after which messages are deleted. The privacy policy states this number. */
export const contactKeptDays = 180;

/** The action of the form without JavaScript. */
export const unscriptedContactPath = '/api/contact/form';

/** The characters of a message's reference: letters and digits that do not look similar. */
export const contactReferenceLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const contactReferencePattern = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;

/** The states of a message. */
export const contactStates = ['open', 'answered', 'closed'] as const;

export type ContactState = (typeof contactStates)[number];

/** Returns the state of a message. A closed message may have been answered before. */
export function contactState(times: { answered: Date | null; closed: Date | null }): ContactState {
  if (times.closed !== null) return 'closed';
  return times.answered === null ? 'open' : 'answered';
}

/** The fields of the form. `website` is a honeypot: people do not see it, bots fill it in. */
export type ContactFields = {
  email: string;
  topic: string;
  message: string;
  about: string;
  website: string;
};

/** Returns the fields of a form. `read` returns the value of the field with this name. */
export function readContactFields(read: (name: keyof ContactFields) => string): ContactFields {
  return {
    email: read('email'),
    topic: read('topic'),
    message: read('message'),
    about: read('about'),
    website: read('website'),
  };
}

export type ContactProblem = {
  field: keyof ContactFields;
  rule: 'emailEmpty' | 'emailInvalid' | 'topicMissing' | 'messageEmpty' | 'tooLong' | 'trap';
};

/** Returns the largest number of characters of a field. */
export function contactLimit(field: keyof ContactFields): number {
  if (field === 'email') return emailMaxLength;
  return field === 'message' ? contactMessageMaxCharacters : contactAboutMaxCharacters;
}

/** Returns the problems of the fields, in the order of the form. */
export function contactProblems(fields: ContactFields): ContactProblem[] {
  const found: ContactProblem[] = [];
  const email = emailProblem(fields.email);
  if (email) found.push({ field: 'email', rule: emailRules[email] });
  if (!isContactTopic(fields.topic)) found.push({ field: 'topic', rule: 'topicMissing' });
  if (fields.message.trim() === '') found.push({ field: 'message', rule: 'messageEmpty' });
  for (const field of ['message', 'about'] as const) {
    if (fields[field].length > contactLimit(field)) found.push({ field, rule: 'tooLong' });
  }
  if (fields.website !== '') found.push({ field: 'website', rule: 'trap' });
  return found;
}

const emailRules = { EmptyEmail: 'emailEmpty', InvalidEmail: 'emailInvalid' } as const;

function isContactTopic(topic: string): topic is ContactTopic {
  return contactTopics.includes(topic as ContactTopic);
}
