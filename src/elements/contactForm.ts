import { fieldsOf, messagesOf } from '#elements/contactFields.ts';
import type { Language } from '#domain/languages.ts';
import { translate } from '#i18n/browser.ts';
import { type Contact, $contact, sendContact } from '#stores/account/contact.ts';
import { $account } from '#stores/account/user.ts';

/** The contact form with script: says what is wrong beside each field, and what became of the message, in place. */
class ContactForm extends HTMLElement {
  readonly #language = this.dataset['language'] as Language;
  readonly #t = translate(messagesOf(this), this.#language);

  /** The text of the button. */
  #label: string | undefined;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) return;
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void sendContact(fieldsOf(form), this.#language);
    });
    form.addEventListener('input', ({ target }) => this.#mark((target as HTMLInputElement).name));
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
    this.#say('problem', isRefused ? this.#t(contact.problem.key, contact.problem.values) : '');
    if (contact.state === 'sent') {
      form.hidden = true;
      this.#say('reference', contact.reference);
      const sent = this.#part('sent');
      sent?.removeAttribute('hidden');
      sent?.focus();
    }
    if (!isRefused) return;
    for (const { field, problem } of contact.fields) {
      this.#mark(field, this.#t(problem.key, problem.values));
    }
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  #showSending(isSending: boolean, button: HTMLButtonElement | null): void {
    if (!button) return;
    this.#label ??= button.textContent;
    button.disabled = isSending;
    button.textContent = isSending ? this.#t('sending') : this.#label;
  }

  /** Marks a field as wrong; without a text, as right. */
  #mark(field: string, text = ''): void {
    this.#say(`${field}-problem`, text);
    if (text === '') this.#part(field)?.removeAttribute('aria-invalid');
    else this.#part(field)?.setAttribute('aria-invalid', 'true');
  }

  #say(name: string, text: string): void {
    const part = this.#part(name);
    if (part) Object.assign(part, { textContent: text, hidden: text === '' });
  }

  #part(name: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-fill="${CSS.escape(name)}"]`);
  }
}

customElements.define('contact-form', ContactForm);
