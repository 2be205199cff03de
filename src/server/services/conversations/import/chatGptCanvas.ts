import { fenced } from '#server/services/conversations/import/markdownBlocks.ts';
import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';

/** Whether a message to this recipient writes into a canvas: a document next to the chat. */
export function isCanvasCall(recipient: string): boolean {
  return recipient.startsWith('canmore');
}

/**
 * Returns the document, the changes or the comments that an answer of ChatGPT writes into a canvas, as Markdown. A call
 * in an unknown form is returned as code, because its text may be the user's whole work.
 */
export function canvasText(call: string): string {
  const value = parse(call);
  const blocks = isRecord(value)
    ? [documentText(value), ...updateTexts(value), ...commentTexts(value)].filter(Boolean)
    : [];
  return blocks.length > 0 ? blocks.join('\n\n') : fenced(call, '');
}

function documentText(call: Record<string, unknown>): string {
  const content = storableText(call['content']);
  if (content === '') return '';
  const name = storableText(call['name']) || storableText(call['title']);
  const language = /^code\/([\w+#-]{1,30})$/.exec(storableText(call['type']))?.[1];
  const body = language === undefined ? content : fenced(content, language);
  return name === '' ? body : `**${name}**\n\n${body}`;
}

function updateTexts(call: Record<string, unknown>): string[] {
  return recordsIn(call['updates']).map(({ pattern, replacement }) => {
    const text = storableText(replacement);
    const replaced = storableText(pattern);
    // A pattern for everything replaces the whole document.
    const isWhole = /^[\^.*$()\\sS[\]+?]*$/.test(replaced);
    if (isWhole || replaced === '') return text;
    return [fenced(replaced, ''), '→', fenced(text, '')].filter(Boolean).join('\n\n');
  });
}

function commentTexts(call: Record<string, unknown>): string[] {
  return recordsIn(call['comments']).map(({ pattern, comment }) =>
    [fenced(storableText(pattern), ''), storableText(comment)].filter(Boolean).join('\n\n'),
  );
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
