import type { AnswerEvent } from '#contract/chat/chat.ts';

/**
 * Shows the question of `globalThis.earlyAnswer` and the beginning of its answer while the code of the chat area is still
 * loading, over the place where that draws both, until it has drawn the first words. Errors are left to the chat area.
 */
export function showEarlyAnswer(): void {
  const early = globalThis.earlyAnswer;
  if (!early) return;
  const { frame, question, answer } = partsOfTemplate();
  const reading = new AbortController();
  const { signal } = reading;
  const isDrawn = (): boolean => Boolean(document.querySelector('#messages .answer')?.textContent);
  const watcher = new MutationObserver(() => {
    if (isDrawn()) hide();
  });
  const hide = (): void => {
    reading.abort();
    watcher.disconnect();
    frame.remove();
  };
  const draw = (event: AnswerEvent): void => {
    if (isDrawn() || (event.type === 'end' && event.state !== 'finished')) return hide();
    if (event.type === 'delta') answer.append(event.text);
    if (event.type === 'text') answer.textContent = event.text;
    if (answer.textContent === '' || frame.isConnected) return;
    question.textContent = early.text;
    cover(frame);
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  early.hide = hide;
  early.response
    .then((own) => (own.ok ? readEvents(own.clone(), draw, signal) : undefined))
    .catch(() => undefined);
}

function partsOfTemplate(): { frame: HTMLElement; question: Element; answer: Element } {
  const template = document.querySelector<HTMLTemplateElement>('#early-answer');
  const frame = template?.content.querySelector('div');
  const [question, answer] = frame?.querySelectorAll('[dir]') ?? [];
  if (!frame || !question || !answer) throw new Error('The template of an answer is missing');
  return { frame, question, answer };
}

/** Lays an element over the messages. */
function cover(frame: HTMLElement): void {
  const place = document.querySelector('#messages')?.getBoundingClientRect();
  for (const name of ['left', 'top', 'width', 'height'] as const) {
    frame.style[name] = `${place?.[name]}px`;
  }
  document.body.append(frame);
}

/** Reads the events of our own server, which the chat area checks when it reads them again. */
async function readEvents(
  { body }: Response,
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  while (reader && !signal.aborted) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ') && !signal.aborted) {
        onEvent(JSON.parse(line.slice('data: '.length)) as AnswerEvent);
      }
    }
    if (done) return;
  }
  await reader?.cancel();
}
