import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { MessageRole } from '#domain/chat/chat.ts';

/** The name of the format in every file. An incompatible change gets a new number. */
export const ownFormat = 'dolores-conversations-1';

/** A conversation in a file of this format, with all its branches. Times are ISO 8601. */
export type ExportedConversation = {
  id: string;
  title: string;
  /** The model or GPT of its last question. */
  target: { model: string } | { gpt: string };
  pinned: boolean;
  /** Only if it is archived. */
  archived?: true;
  created: string;
  updated: string;
  /** The last message of the visible branch. */
  leaf_id: string | null;
  /** Parents come before their children. */
  messages: ExportedMessage[];
};

export type ExportedMessage = {
  id: string;
  parent_id: string | null;
  role: MessageRole;
  text: string;
  created: string;
  /** Attached files; their contents are not exported. */
  attachments?: { name: string; type: string; size: number }[];
  /** Only for answers: the model, and the final state. */
  model?: string;
  state?: string;
  /** Only for answers of models whose thoughts were stored. An import ignores them. */
  thoughts?: string;
  /** Only for answers of AI search: queries and sources. An import ignores them. */
  search?: AnswerSearch;
  /** Only for answers of media models. The files are in the export of the account; an import ignores them. */
  media?: MediaFile[];
};
