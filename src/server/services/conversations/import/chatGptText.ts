import type { MessageRole } from '#domain/chat/chat.ts';
import { canvasText, isCanvasCall } from '#server/services/conversations/import/chatGptCanvas.ts';
import {
  type MarkContext,
  replaceMarks,
} from '#server/services/conversations/import/chatGptMarks.ts';
import {
  type Source,
  linkTarget,
  readSources,
  toLink,
} from '#server/services/conversations/import/chatGptSources.ts';
import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';
import type { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import { fenced, quoted } from '#server/services/conversations/import/markdownBlocks.ts';

/** Search results and counts that the messages of one conversation share. */
export type TextContext = { results: ReadonlyMap<string, Source>; leftOut: LeftOut };

/** Names of attached files per message. ChatGPT takes twenty. */
const filesAtMost = 100;

/** Objects within objects whose texts are read. */
const depthAtMost = 5;

/**
 * Returns the text of a message as Markdown; `undefined` for messages that ChatGPT does not show, which are counted as
 * left out if they have a text.
 */
export function textOfMessage(
  message: unknown,
  { results, leftOut }: TextContext,
): { role: MessageRole; text: string } | undefined {
  if (!isRecord(message)) return undefined;
  const content =
    typeof message['content'] === 'string'
      ? { content_type: 'text', parts: [message['content']] }
      : message['content'];
  if (!isRecord(content)) return undefined;
  const author = storableText(isRecord(message['author']) ? message['author']['role'] : undefined);
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
  const context = { sources: readSources(metadata), results, leftOut };
  const kind = hiddenKind(message, author, content, metadata);
  if (kind !== undefined) {
    if (hasText(content)) leftOut.count(kind);
    return undefined;
  }
  if (author === 'user') {
    return toMessage('user', [textOfContent(content, undefined, leftOut), ...fileNames(metadata)]);
  }
  const text = isCanvasCall(storableText(message['recipient']))
    ? canvasText(callIn(content))
    : textOfContent(content, context, leftOut);
  return toMessage('assistant', [text, ...furtherSources(text, context)]);
}

function toMessage(role: MessageRole, parts: readonly string[]) {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? undefined : { role, text };
}

/** Returns why ChatGPT does not show a message; `undefined` if it does. */
function hiddenKind(
  message: Record<string, unknown>,
  author: string,
  content: Record<string, unknown>,
  metadata: Record<string, unknown>,
) {
  const type = typeOf(content);
  if (type === 'thoughts' || type === 'reasoning_recap') return 'thoughts';
  const isHidden =
    metadata['is_visually_hidden_from_conversation'] === true || message['weight'] === 0;
  if (isHidden || author === 'system' || /^(?:user|model)_editable_context$/.test(type)) {
    return 'hidden';
  }
  if (author === 'assistant') return isForTool(message, content) ? 'tools' : undefined;
  if (author === 'user') return undefined;
  // Of the output of tools, only printed output of code and generated pictures are shown.
  const isShown = ['execution_output', 'multimodal_text'].includes(type);
  return author === 'tool' && isShown ? undefined : 'tools';
}

/** Whether a message is a call of a tool. Executed code and documents of a canvas count as text of the answer. */
function isForTool(message: Record<string, unknown>, content: Record<string, unknown>): boolean {
  const recipient = storableText(message['recipient']);
  if (recipient === '' || recipient === 'all' || isCanvasCall(recipient)) return false;
  return typeOf(content) !== 'code' || !/python|code_interpreter/.test(recipient);
}

/** Whether a message that is not shown says something. */
function hasText(content: Record<string, unknown>): boolean {
  return Object.entries(content).some(
    ([key, value]) =>
      !['content_type', 'language'].includes(key) &&
      (Array.isArray(value) ? value.some((part) => part !== '' && part !== null) : Boolean(value)),
  );
}

/** `marks` is set for answers: the characters of marks may be anything in the text of a user. */
function textOfContent(
  content: Record<string, unknown>,
  marks: MarkContext | undefined,
  leftOut: LeftOut,
): string {
  const type = typeOf(content);
  if (type === 'code') return fenced(storableText(content['text']), languageOf(content));
  if (type === 'execution_output') return fenced(storableText(content['text']), '');
  if (type === 'tether_quote') {
    return quoted(storableText(content['title']), storableText(content['text']));
  }
  const { parts } = content;
  const texts = Array.isArray(parts)
    ? parts.map((part) => textOfPart(part, leftOut))
    : [textOfPart(content, leftOut)];
  const text = texts.filter((one) => one !== '').join('\n\n');
  return marks ? replaceMarks(text, marks).trim() : text;
}

/** Returns a text, the transcript of speech, or a placeholder for media: their files are not in the file. */
function textOfPart(part: unknown, leftOut: LeftOut): string {
  if (typeof part === 'string') return storableText(part);
  if (Array.isArray(part)) return textsIn({ parts: part });
  if (!isRecord(part)) return '';
  const type = typeOf(part);
  if (/^image.*pointer$/.test(type)) return '[image]';
  if (/^video.*pointer$/.test(type)) return '[video]';
  const text = textsIn(part);
  // Recordings are next to their transcripts.
  const isKnown = type === '' ? !hasWords(part) : /^text|^multimodal|audio/.test(type);
  if (text === '' && !isKnown) leftOut.count('unknown');
  return text;
}

/** Whether an object without a type has a text at its first levels. */
function hasWords(part: Record<string, unknown>): boolean {
  return Object.values(part).some(
    (value) =>
      storableText(value) !== '' ||
      (isRecord(value) && Object.values(value).some((inner) => storableText(inner) !== '')),
  );
}

/** Returns the texts in an object of any type. */
function textsIn(part: Record<string, unknown>, depth = 0): string {
  const title = storableText(part['title']) || storableText(part['name']);
  const url = storableText(part['url']);
  const heading = /^https?:\/\/\S+$/i.test(url) ? toLink({ title, url }) : title;
  const keys = [
    'text',
    'content',
    'value',
    'result',
    'output_str',
    'summary',
    'caption',
    'body',
    'markdown',
    'children',
    'items',
    'parts',
  ];
  const texts = keys.flatMap((key) => {
    const value = part[key];
    return Array.isArray(value) ? value : [value];
  });
  const read = texts.map((value) =>
    isRecord(value) && depth < depthAtMost ? textsIn(value, depth + 1) : storableText(value),
  );
  return [heading, ...read].filter((text) => text !== '').join('\n\n');
}

/** Returns links to the sources that are listed below an answer and not linked in its text. */
function furtherSources(text: string, { sources }: MarkContext): string[] {
  if (text === '') return [];
  const missing = sources.all.filter(({ url }) => !text.includes(`(${linkTarget(url)})`));
  return missing.length > 0 ? [missing.map((one) => `- ${toLink(one)}`).join('\n')] : [];
}

function callIn(content: Record<string, unknown>): string {
  const { text, parts } = content;
  if (typeof text === 'string') return storableText(text);
  return Array.isArray(parts) ? parts.map(storableText).join('\n') : '';
}

function fileNames(metadata: Record<string, unknown>): string[] {
  const files = Array.isArray(metadata['attachments']) ? metadata['attachments'] : [];
  const names = files
    .slice(0, filesAtMost)
    .map((file) => (isRecord(file) ? storableText(file['name']) : ''));
  return names.filter((name) => name !== '').map((name) => `[${name.slice(0, 200)}]`);
}

function languageOf(content: Record<string, unknown>): string {
  const language = storableText(content['language']);
  return /^[\w+#-]{1,30}$/.test(language) && language !== 'unknown' ? language : '';
}

function typeOf(content: Record<string, unknown>): string {
  return typeof content['content_type'] === 'string' ? content['content_type'] : '';
}
