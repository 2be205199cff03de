import { type ContactFields, readContactFields } from '#domain/support/contact.ts';
import { parseTrusted } from '#domain/json.ts';

type Messages = Readonly<Record<string, string>>;

/** Returns the values of the contact form. */
export function fieldsOf(form: HTMLFormElement): ContactFields {
  const data = new FormData(form);
  return readContactFields((name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  });
}

/** Returns the texts of the form, and those of errors, which every page carries. */
export function messagesOf({ dataset }: HTMLElement): Messages {
  const text = document.getElementById('page-text')?.textContent ?? '{}';
  const ofPage = parseTrusted<{ messages?: Messages }>(text);
  return { ...ofPage.messages, ...parseTrusted<Messages>(dataset['messages'] ?? '{}') };
}
