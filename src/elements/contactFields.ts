import { type ContactFields, readContactFields } from '#domain/contact.ts';

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
  const ofPage = JSON.parse(document.getElementById('page-text')?.textContent ?? '{}') as {
    messages?: Messages;
  };
  return { ...ofPage.messages, ...(JSON.parse(dataset['messages'] ?? '{}') as Messages) };
}
