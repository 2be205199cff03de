import type { Executor } from '#server/db/connect.ts';
import { type SearchedText } from '#server/db/queries/conversationSearch.ts';
import { type QuestionRow, insertQuestion } from '#server/db/queries/questions.ts';
import { lexemesOf } from '#server/services/conversations/search/lexemes.ts';

export type NewQuestion = {
  id: string;
  userId: string;
  conversationId: string;
  /** The message before the question. */
  parentId: string | null;
  text: string;
  /** The new conversation, if it begins with this question; with exactly one of model and GPT. */
  newConversation?: {
    title: string;
    model: string | null;
    gptId: string | null;
    temporary: boolean;
  };
};

/**
 * Stores a question before its answer, so that attachments can be stored in between, and with a first question its
 * conversation, so that both can be searched. Without attachments, `storeAnswer` stores everything.
 */
export async function storeQuestion(transaction: Executor, question: NewQuestion): Promise<void> {
  await insertQuestion(transaction, toQuestionRow(question));
}

/** Returns a question with the words by which it is found, and the conversation that it begins. */
export function toQuestionRow(question: NewQuestion): QuestionRow {
  const { id, userId, conversationId, text, newConversation } = question;
  const texts = [{ id, text }];
  if (newConversation) texts.push({ id: conversationId, text: newConversation.title });
  const words = texts.map((one): SearchedText => {
    const lexemes = lexemesOf(userId, one.text);
    return { conversation_id: conversationId, id: one.id, lexemes };
  });
  return { ...question, words };
}
