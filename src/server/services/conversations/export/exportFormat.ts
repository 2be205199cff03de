import type { AnswerSearch } from '#contract/aiSearch.ts';
import type { MediaFile } from '#contract/media.ts';
import type { MessageRole } from '#domain/chat.ts';

/** Names the format in every file; a change that older readers do not understand gets a new number. */
export const ownFormat = 'dolores-conversations-1';

/** A conversation in a file of this format, with all its branches. Times are ISO 8601. */
export type ExportedConversation = {
  id: string;
  title: string;
  /** The model or GPT of its last question. */
  target: { model: string } | { gpt: string };
  pinned: boolean;
  created: string;
  updated: string;
  /** The message at the end of the branch that was shown. */
  leaf_id: string | null;
  /** Parents come before those that follow them. */
  messages: ExportedMessage[];
};

export type ExportedMessage = {
  id: string;
  parent_id: string | null;
  role: MessageRole;
  text: string;
  created: string;
  /** Files that were sent with it: they are not in the file. */
  attachments?: { name: string; type: string; size: number }[];
  /** Of an answer: its model, and how it ended. */
  model?: string;
  state?: string;
  /** Of an answer of AI search: what it was made of. An import leaves it out. */
  search?: AnswerSearch;
  /** Of an answer of a media model: what it made. The files are in the export of the account; an import leaves them out. */
  media?: MediaFile[];
};
