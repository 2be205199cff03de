import type { ContactFields } from '#domain/contact.ts';

type Messages = Readonly<Record<string, string>>;

/** What stands in the contact form. */
export function fieldsOf(form: HTMLFormElement): ContactFields {
  const data = new FormData(form);
  const field = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    email: field('email'),
    topic: field('topic'),
    message: field('message'),
    about: field('about'),
    website: field('website'),
  };
}

/** The texts of the form, and those of errors, which every page carries. */
export function messagesOf({ dataset }: HTMLElement): Messages {
  const ofPage = JSON.parse(document.getElementById('page-text')?.textContent ?? '{}') as {
    messages?: Messages;
  };
  return { ...ofPage.messages, ...(JSON.parse(dataset['messages'] ?? '{}') as Messages) };
}
