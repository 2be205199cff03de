import type { MessageRole } from '#domain/chat.ts';
import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';

/**
 * Returns the text of a message of a ChatGPT export, as Markdown; `undefined` for messages that its users never see.
 */
export function textOfMessage(message: unknown): { role: MessageRole; text: string } | undefined {
  if (!isRecord(message) || isHidden(message)) return undefined;
  const author = isRecord(message['author']) ? message['author']['role'] : undefined;
  const content = message['content'];
  if (!isRecord(content)) return undefined;
  if (author === 'user') return said('user', [textOfContent(content), ...fileNames(message)]);
  if (author === 'assistant') {
    return isForTool(message, content) ? undefined : said('assistant', [textOfContent(content)]);
  }
  // Of what tools say, what code printed and the pictures that were made are shown.
  const isShown = ['execution_output', 'multimodal_text'].includes(typeOf(content));
  return author === 'tool' && isShown ? said('assistant', [textOfContent(content)]) : undefined;
}

function said(role: MessageRole, parts: readonly string[]) {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? undefined : { role, text };
}

function isHidden(message: Record<string, unknown>): boolean {
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
  return metadata['is_visually_hidden_from_conversation'] === true || message['weight'] === 0;
}

/** Calls of tools are no answers, but for the code that was run. */
function isForTool(message: Record<string, unknown>, content: Record<string, unknown>): boolean {
  const recipient = message['recipient'];
  if (typeof recipient !== 'string' || recipient === 'all') return false;
  return typeOf(content) !== 'code' || !/python|code_interpreter/.test(recipient);
}

function textOfContent(content: Record<string, unknown>): string {
  switch (typeOf(content)) {
    case 'code':
      return fenced(storableText(content['text']), languageOf(content));
    case 'execution_output':
      return fenced(storableText(content['text']), '');
    case 'tether_quote':
      return quoted(content);
    // Thoughts, instructions of the user's account, and what was looked up on the way.
    case 'thoughts':
    case 'reasoning_recap':
    case 'user_editable_context':
    case 'model_editable_context':
    case 'tether_browsing_display':
      return '';
    default:
      return partsOf(content).map(textOfPart).filter(Boolean).join('\n\n');
  }
}

function partsOf(content: Record<string, unknown>): unknown[] {
  const { parts, text } = content;
  if (Array.isArray(parts)) return parts;
  return typeof text === 'string' ? [text] : [];
}

/** A text, what was spoken, or a place where a picture was: pictures are not in the file. */
function textOfPart(part: unknown): string {
  if (typeof part === 'string') return withoutMarks(storableText(part));
  if (!isRecord(part)) return '';
  const type = typeOf(part);
  if (type === 'image_asset_pointer') return '[image]';
  return type.startsWith('audio') ? storableText(part['text']) : '';
}

/** Marks of sources, which lead nowhere outside of ChatGPT: between private characters, or `【3†source】`. */
function withoutMarks(text: string): string {
  return text.replace(/\ue200[^\ue201]{0,2000}\ue201|【\d+[†:][^】]{0,200}】/g, '');
}

function fileNames(message: Record<string, unknown>): string[] {
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
  const files = Array.isArray(metadata['attachments']) ? metadata['attachments'] : [];
  const names = files
    .slice(0, 20)
    .map((file) => (isRecord(file) ? storableText(file['name']) : ''));
  return names.filter((name) => name !== '').map((name) => `[${name.slice(0, 200)}]`);
}

/** With a fence that is longer than every one within. */
function fenced(code: string, language: string): string {
  if (code === '') return '';
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function quoted(content: Record<string, unknown>): string {
  const lines = [storableText(content['title']), storableText(content['text'])].filter(Boolean);
  return lines.join('\n').replace(/^/gm, '> ');
}

function languageOf(content: Record<string, unknown>): string {
  const language = storableText(content['language']);
  return /^[\w+#-]{1,30}$/.test(language) && language !== 'unknown' ? language : '';
}

function typeOf(content: Record<string, unknown>): string {
  return typeof content['content_type'] === 'string' ? content['content_type'] : '';
}
