import type { Language } from '#domain/languages/languages.ts';
import { translate } from '#i18n/browser.ts';
import { type Contact, $contact, sendContact } from '#stores/account/contact.ts';
import { $account } from '#stores/account/user.ts';
import { type ContactFields, readContactFields } from '#domain/support/contact.ts';
import { parseTrusted } from '#domain/json.ts';

type Messages = Readonly<Record<string, string>>;

/** The contact form with script: shows errors next to the fields, and the result in the same place. */
class ContactForm extends HTMLElement {
  readonly #language = this.dataset['language'] as Language;
  readonly #t = translate(messagesOf(this), this.#language);

  /** The text of the button while nothing is being sent. */
  #label: string | undefined;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) return;
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void sendContact(fieldsOf(form), this.#language);
    });
    form.addEventListener('input', ({ target }) =>
      this.#markField((target as HTMLInputElement).name),
    );
    $contact.subscribe((contact) => this.#show(contact, form));
    $account.subscribe((account) => {
      const email = form.elements.namedItem('email');
      if (email instanceof HTMLInputElement && email.value === '')
        email.value = account?.email ?? '';
    });
  }

  #show(contact: Contact, form: HTMLFormElement): void {
    this.#showSending(contact.state === 'sending', form.querySelector('button'));
    if (contact.state === 'writing') return;
    const isRefused = contact.state === 'refused';
    this.#setText('problem', isRefused ? this.#t(contact.problem.key, contact.problem.values) : '');
    if (contact.state === 'sent') {
      form.hidden = true;
      this.#setText('reference', contact.reference);
      const sent = this.#element('sent');
      sent?.removeAttribute('hidden');
      sent?.focus();
    }
    if (!isRefused) return;
    for (const { field, problem } of contact.fields) {
      this.#markField(field, this.#t(problem.key, problem.values));
    }
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  #showSending(isSending: boolean, button: HTMLButtonElement | null): void {
    if (!button) return;
    this.#label ??= button.textContent;
    button.disabled = isSending;
    button.textContent = isSending ? this.#t('sending') : this.#label;
  }

  /** Marks a field as invalid and shows `text` next to it; an empty text marks it as valid. */
  #markField(field: string, text = ''): void {
    this.#setText(`${field}-problem`, text);
    if (text === '') this.#element(field)?.removeAttribute('aria-invalid');
    else this.#element(field)?.setAttribute('aria-invalid', 'true');
  }

  #setText(name: string, text: string): void {
    const element = this.#element(name);
    if (element) Object.assign(element, { textContent: text, hidden: text === '' });
  }

  #element(name: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-fill="${CSS.escape(name)}"]`);
  }
}

customElements.define('contact-form', ContactForm);

/** Returns the values of the contact form. */
function fieldsOf(form: HTMLFormElement): ContactFields {
  const data = new FormData(form);
  return readContactFields((name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  });
}

/** Returns the texts of the form, and those of errors, which every page carries. */
function messagesOf({ dataset }: HTMLElement): Messages {
  const text = document.getElementById('page-text')?.textContent ?? '{}';
  const ofPage = parseTrusted<{ messages?: Messages }>(text);
  return { ...ofPage.messages, ...parseTrusted<Messages>(dataset['messages'] ?? '{}') };
}
