import {
  type MarkdownLinks,
  type PartLabels,
  escapeInline,
  mediaToMarkdown,
  sourcesToMarkdown,
  spellOutMarks,
} from '#server/services/conversations/export/answerParts.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';

export type MarkdownLabels = PartLabels & {
  /** Labels of questions, and of answers whose model is not known. */
  you: string;
  assistant: string;
  attachments: string;
  noAnswer: string;
};

/** Returns a branch as Markdown. Texts stay as they are; Markdown in a question is Markdown in the file too. */
export function branchToMarkdown(
  { title, created }: { title: string; created: Date },
  messages: readonly BranchMessage[],
  labels: MarkdownLabels,
  links: MarkdownLinks,
): string {
  const parts = messages.map((message) => {
    const who = message.role === 'user' ? labels.you : (message.model ?? labels.assistant);
    const time = minuteOf(message.created);
    const sent = message.attachments.map((name) => `\`${name.replaceAll('`', '’')}\``).join(', ');
    return [
      `## ${escapeInline(who)} · ${time}`,
      ...(sent === '' ? [] : [`${labels.attachments}: ${sent}`]),
      ...(isFilesOnly(message) ? [] : [textOf(message, labels)]),
      ...(message.media.length === 0 ? [] : [mediaToMarkdown(message.media, links, labels)]),
      ...(message.search ? [sourcesToMarkdown(message.search, links, labels)] : []),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return `${[`# ${escapeInline(title)}`, minuteOf(created), ...parts].join('\n\n')}\n`;
}

/** Whether a message has only files: attachments of a question, or files made by a media model. */
function isFilesOnly({ role, text, media }: BranchMessage): boolean {
  return (role === 'user' || media.length > 0) && text.trim() === '';
}

function textOf({ text, search }: BranchMessage, labels: MarkdownLabels): string {
  if (text.trim() === '') return `*${labels.noAnswer}*`;
  return closeFence(search ? spellOutMarks(text.trim(), labels) : text.trim());
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Closes a code block that a stopped answer left open, so that it does not include the following text. */
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
