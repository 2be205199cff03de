/** Says of a file what it is; raised when others could not read it any more. */
export const ownFormat = 'dolores-conversations-1';

/** A conversation in a file of this format, with all its branches. Times are ISO 8601. */
export type ExportedConversation = {
  id: string;
  title: string;
  /** What its last question went to. */
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
  role: 'user' | 'assistant';
  text: string;
  created: string;
  /** Files that were sent with it: they are not in the file. */
  attachments?: { name: string; type: string; size: number }[];
  /** Of an answer: what gave it, and how it ended. */
  model?: string;
  state?: string;
};
