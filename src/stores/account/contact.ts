import { call } from '#contract/call.ts';
import { sendContactMessage } from '#contract/support/contact.ts';
import {
  type ContactFields,
  type ContactProblem,
  contactLimit,
  contactProblems,
} from '#domain/support/contact.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Message, errorMessage, message } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type Contact =
  | { state: 'writing' | 'sending' }
  | {
      state: 'refused';
      problem: Message;
      fields: readonly { field: ContactProblem['field']; problem: Message }[];
    }
  | { state: 'sent'; reference: string };

export const $contact = atom<Contact>({ state: 'writing' });

/** Checks the fields and sends a message to the operator. Does nothing while one is sent, or after it was. */
export async function sendContact(fields: ContactFields, language: Language): Promise<void> {
  const { state } = $contact.get();
  if (state === 'sending' || state === 'sent') return;
  const problems = contactProblems(fields).map(({ field, rule }) => ({
    field,
    problem: message(`contact.problem.${rule}`, { most: contactLimit(field) }),
  }));
  if (problems.length > 0) {
    $contact.set({
      state: 'refused',
      problem: message('contact.problem.some'),
      fields: problems,
    });
    return;
  }
  $contact.set({ state: 'sending' });
  try {
    const { reference } = await call(sendContactMessage, { body: { ...fields, language } });
    $contact.set({ state: 'sent', reference });
  } catch (error) {
    $contact.set({ state: 'refused', problem: errorMessage(error), fields: [] });
  }
}
