import type { MessageRole } from '#domain/chat.ts';
import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';

/** Returns the text of a message as Markdown; `undefined` for messages that ChatGPT does not show. */
export function textOfMessage(message: unknown): { role: MessageRole; text: string } | undefined {
  if (!isRecord(message) || isHidden(message)) return undefined;
  const author = isRecord(message['author']) ? message['author']['role'] : undefined;
  const content = message['content'];
  if (!isRecord(content)) return undefined;
  if (author === 'user') return toMessage('user', [textOfContent(content), ...fileNames(message)]);
  if (author === 'assistant') {
    return isForTool(message, content)
      ? undefined
      : toMessage('assistant', [textOfContent(content)]);
  }
  // Of the output of tools, only printed output of code and generated pictures are shown.
  const isShown = ['execution_output', 'multimodal_text'].includes(typeOf(content));
  return author === 'tool' && isShown
    ? toMessage('assistant', [textOfContent(content)])
    : undefined;
}

function toMessage(role: MessageRole, parts: readonly string[]) {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? undefined : { role, text };
}

function isHidden(message: Record<string, unknown>): boolean {
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
  return metadata['is_visually_hidden_from_conversation'] === true || message['weight'] === 0;
}

/** Whether a message is a call of a tool. Executed code counts as text of the answer. */
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
    // Reasoning, instructions of the user's account, and intermediate results of searches.
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

/** Returns a text, the transcript of speech, or a placeholder of a picture: pictures are not in the file. */
function textOfPart(part: unknown): string {
  if (typeof part === 'string') return withoutReferences(storableText(part));
  if (!isRecord(part)) return '';
  const type = typeOf(part);
  if (type === 'image_asset_pointer') return '[image]';
  return type.startsWith('audio') ? storableText(part['text']) : '';
}

/** Removes references to sources, which are useless elsewhere: private-use characters, or `【3†source】`. */
function withoutReferences(text: string): string {
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

/** Returns a code block with a fence that is longer than every fence in the code. */
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
