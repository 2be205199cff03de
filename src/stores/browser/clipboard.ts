/** A text to copy, and the same with formatting for editors that show it. `html` must not reject. */
export type ClipboardText = { text: string; html?: () => Promise<string> };

/**
 * Copies a text. Call it at once in the handler of a click or key, because browsers allow it only there. Where the page
 * may not use the clipboard, as without HTTPS or in a frame, the copy command of the browser does it. Returns whether
 * one of them worked.
 */
export async function copyToClipboard(copied: ClipboardText): Promise<boolean> {
  try {
    await write(copied);
    return true;
  } catch {
    return copyByCommand(copied.text, await copied.html?.());
  }
}

/** Safari wants the item within the click, so its HTML may follow as a promise. */
async function write({ text, html }: ClipboardText): Promise<void> {
  const { clipboard } = navigator;
  if (!html || typeof ClipboardItem === 'undefined') return clipboard.writeText(text);
  const formatted = html().then((content) => new Blob([content], { type: 'text/html' }));
  const plain = new Blob([text], { type: 'text/plain' });
  await clipboard.write([new ClipboardItem({ 'text/plain': plain, 'text/html': formatted })]);
}

/** Copies by the command of the browser, which needs a selection and asks the page for the content. */
function copyByCommand(text: string, html: string | undefined): boolean {
  let isFilled = false;
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
    isFilled = event.clipboardData !== null;
    event.preventDefault();
  };
  document.addEventListener('copy', fill, { capture: true, once: true });
  const restore = selectCharacter();
  try {
    return document.execCommand('copy') && isFilled;
  } catch {
    return false;
  } finally {
    restore();
    document.removeEventListener('copy', fill, { capture: true });
  }
}

/** Selects a character that is not visible. Returns a function that restores selection and focus. */
function selectCharacter(): () => void {
  const focused = document.activeElement;
  const selection = getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) =>
    selection?.getRangeAt(index),
  );
  const field = document.createElement('textarea');
  field.value = '.';
  field.readOnly = true;
  field.className = 'sr-only';
  // Nothing outside an open dialog can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  return () => {
    field.remove();
    selection?.removeAllRanges();
    for (const range of ranges) if (range) selection?.addRange(range);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
