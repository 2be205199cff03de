/** A selected part of one message, and the positions of its first and last line. */
export type SelectedText = { text: string; first: DOMRect; last: DOMRect };

/** The texts of messages, of which parts can be quoted. */
const messageText = '.answer, [data-question-text]';

/** Milliseconds without a change, so that a growing selection does not move what follows it. */
const pause = 150;

/**
 * Calls back when a part of a message has been selected, when it moves, and with `undefined` when it no longer is.
 * Returns an unsubscribe function.
 */
export function watchSelection(show: (selected: SelectedText | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;
  const look = (): void => {
    if (!isPressed) show(readSelection());
  };
  const lookSoon = (): void => {
    clearTimeout(timer);
    if (getSelection()?.isCollapsed !== false) show(undefined);
    else timer = setTimeout(look, pause);
  };
  const press = (event: PointerEvent): void => {
    isPressed = event.type === 'pointerdown';
    if (!isPressed) lookSoon();
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  document.addEventListener('selectionchange', lookSoon, options);
  document.addEventListener('scroll', look, options);
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) {
    document.addEventListener(type, press, options);
  }
  addEventListener('resize', look, options);
  look();
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

function readSelection(): SelectedText | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  const start = messageOf(range.startContainer);
  if (!start) return undefined;
  if (endsAfter(start, range)) range.setEnd(start, start.childNodes.length);
  if (messageOf(range.endContainer) !== start) return undefined;
  const lines = range.getClientRects();
  const [first, last] = [lines[0], lines[lines.length - 1]];
  const text = textOf(selection, range).trim();
  return first && last && text !== '' ? { text, first, last } : undefined;
}

/** Whether a range ends where the next element begins, as after a triple click on the last paragraph of a message. */
function endsAfter(message: Element, { endContainer, endOffset }: Range): boolean {
  if (endOffset > 0 || message.contains(endContainer)) return false;
  const between = new Range();
  between.setStartAfter(message);
  between.setEnd(endContainer, endOffset);
  return between.toString().trim() === '';
}

function messageOf(node: Node): Element | null | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(messageText);
}

/** Returns the selected text with formulas as they were written: KaTeX draws each one twice. */
function textOf(selection: Selection, range: Range): string {
  const part = range.cloneContents();
  const formulas = [...part.querySelectorAll('.katex')];
  if (formulas.length === 0) return selection.toString();
  for (const formula of formulas) {
    const source = formula.querySelector('annotation')?.textContent ?? '';
    formula.replaceWith(`$${source}$`);
  }
  const lines = part.querySelectorAll('p, li, h3, h4, h5, h6, tr, pre');
  for (const line of lines) line.append('\n');
  return part.textContent ?? '';
}
