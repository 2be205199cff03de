import {
  type EarlyQuestionLimits,
  type EarlyQuestion,
  askEarly,
  callAccountEarly,
} from '#stores/chat/earlyCalls.ts';

/**
 * Sends a question that is typed into the message box before the code of the chat area has loaded. The text stays in
 * the box, which is read-only until the chat area takes over. Inlined into the page, like
 * `stores/chat/earlyCalls.ts`.
 */
export function startEarly(): void {
  callAccountEarly();
  const box = document.querySelector<HTMLTextAreaElement>('#message');
  const button = box?.form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!box || !button) return;
  watch(box, button);
  // Not on a phone, whose keyboard would cover the page. An address with a fragment names a message to show. Other
  // screens, such as the settings, remove the box.
  const isChat = /\/chat($|\/search|\/(?!continue).+\/)/.test(location.pathname);
  if (isChat && matchMedia('(pointer: fine)').matches && location.hash === '') box.focus();
}

/**
 * Same rule as in `islands/chat/controls/sendKey.ts` and `domain/texts/composing.ts`, with the setting that
 * `stores/chat/chatSettings.ts` stores. Repeated here, because code that is shared with other files is not inlined.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return false;
  if (event.ctrlKey || event.metaKey) return true;
  const key = storedSendKey();
  const isEnter =
    key === 'enter' || (key !== 'mod_enter' && !matchMedia('(pointer: coarse)').matches);
  return isEnter && !event.shiftKey && !event.altKey;
}

function watch(box: HTMLTextAreaElement, button: HTMLButtonElement): void {
  const limits = JSON.parse(
    document.querySelector('#askable')?.textContent ?? '',
  ) as EarlyQuestionLimits;
  const end = new AbortController();
  const { signal } = end;
  let sent: EarlyQuestion | undefined;
  const enable = (): void => {
    button.disabled = sent !== undefined || box.value.trim() === '';
  };
  const ask = (event: Event): void => {
    if (!sent) {
      sent = askEarly(box.value, limits);
      if (sent) prepareAnswer(sent);
    }
    if (sent || event.type === 'submit') event.preventDefault();
    show(box, sent !== undefined);
    enable();
  };
  box.addEventListener('input', enable, { signal });
  box.addEventListener('keydown', (event) => isSendKey(event) && ask(event), { signal });
  box.form?.addEventListener('submit', ask, { signal });
  globalThis.endEarlyQuestion = () => {
    end.abort();
    show(box, false);
    return sent;
  };
}

/** Shows the answer when it comes, and fetches the code that draws it later. */
function prepareAnswer(sent: EarlyQuestion): void {
  globalThis.earlyAnswer = sent;
  const template = document.querySelector<HTMLTemplateElement>('#early-answer');
  const script = template?.content.querySelector('script');
  if (script) document.head.append(document.importNode(script, true));
  const island = document.querySelector<HTMLElement>('[data-answers]');
  for (const href of island?.dataset['answers']?.split(' ') ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
}

function show(box: HTMLTextAreaElement, isSending: boolean): void {
  box.readOnly = isSending;
  box.ariaBusy = isSending ? 'true' : null;
}

function storedSendKey(): string | null {
  try {
    return localStorage.getItem('send-key');
  } catch {
    return null;
  }
}
