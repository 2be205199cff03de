import {
  type MarkdownLinks,
  type PartWords,
  inline,
  mediaToMarkdown,
  sourcesToMarkdown,
  withoutMarks,
} from '#server/services/conversations/export/answerParts.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';

export type MarkdownWords = PartWords & {
  /** Who asks, and who answers where the model is not known. */
  you: string;
  assistant: string;
  attachments: string;
  noAnswer: string;
};

/**
 * A branch as Markdown: title, date, and who said what. Texts stay as they are, code and all; a question that holds
 * Markdown is Markdown in the file, too.
 */
export function branchToMarkdown(
  { title, created }: { title: string; created: Date },
  messages: readonly BranchMessage[],
  words: MarkdownWords,
  links: MarkdownLinks,
): string {
  const parts = messages.map((message) => {
    const who = message.role === 'user' ? words.you : (message.model ?? words.assistant);
    const time = minuteOf(message.created);
    const sent = message.attachments.map((name) => `\`${name.replaceAll('`', '’')}\``).join(', ');
    return [
      `## ${inline(who)} · ${time}`,
      ...(sent === '' ? [] : [`${words.attachments}: ${sent}`]),
      ...(isFilesOnly(message) ? [] : [textOf(message, words)]),
      ...(message.media.length === 0 ? [] : [mediaToMarkdown(message.media, links, words)]),
      ...(message.search ? [sourcesToMarkdown(message.search, links, words)] : []),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return `${[`# ${inline(title)}`, minuteOf(created), ...parts].join('\n\n')}\n`;
}

/** A question may be nothing but files that were sent, an answer nothing but those that were made. */
function isFilesOnly({ role, text, media }: BranchMessage): boolean {
  return (role === 'user' || media.length > 0) && text.trim() === '';
}

function textOf({ text, search }: BranchMessage, words: MarkdownWords): string {
  if (text.trim() === '') return `*${words.noAnswer}*`;
  return closeFence(search ? withoutMarks(text.trim(), words) : text.trim());
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** An answer that was stopped within a block of code must not swallow what follows. */
function closeFence(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, mark = '', rest = ''] = fence ?? [];
    if (!fence) continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}
