import type { BranchMessage } from '#server/services/conversations/shownBranch.ts';

export type MarkdownWords = {
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
): string {
  const parts = messages.map((message) => {
    const who = message.role === 'user' ? words.you : (message.model ?? words.assistant);
    const time = minuteOf(message.created);
    const files = message.attachments.map((name) => `\`${name.replaceAll('`', '’')}\``).join(', ');
    return [
      `## ${inline(who)} · ${time}`,
      ...(files === '' ? [] : [`${words.attachments}: ${files}`]),
      ...(isFilesOnly(message) ? [] : [textOf(message, words)]),
    ].join('\n\n');
  });
  return `${[`# ${inline(title)}`, minuteOf(created), ...parts].join('\n\n')}\n`;
}

/** A question may be nothing but files. */
function isFilesOnly({ role, text }: BranchMessage): boolean {
  return role === 'user' && text.trim() === '';
}

function textOf({ text }: BranchMessage, { noAnswer }: MarkdownWords): string {
  return text.trim() === '' ? `*${noAnswer}*` : closeFence(text.trim());
}

/** A title on one line that is no markup. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
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
