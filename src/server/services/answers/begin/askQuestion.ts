import { hash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { beginAnswer } from '#server/services/answers/begin/beginAnswer.ts';
import type { Question } from '#server/services/answers/begin/placeQuestion.ts';

/** Asks a question. Returns the id of its answer. Throws the errors of `beginAnswer` and `placeQuestion`. */
export async function askQuestion(context: Context, question: Question): Promise<string> {
  const { requestId, conversationId, target, text, options, maxPrice, attachmentIds, language } =
    question;
  return beginAnswer(context, {
    requestId,
    digest: digestOf(question),
    conversationId,
    target,
    maxPrice,
    beyondLimit: question.beyondLimit,
    options,
    hasFiles: attachmentIds.length > 0,
    text,
    language,
    source: { kind: 'new', question },
  });
}

/** Omitted fields are left out of the digest, so that a client that does not know them gets the same digest. */
function digestOf(question: Question): string {
  const { conversationId, temporary, parentId, target, text, attachmentIds, options } = question;
  const asked: unknown[] = [conversationId ?? '', target, text];
  if (temporary === true) asked.push({ temporary });
  if (parentId !== undefined) asked.push({ parentId });
  if (attachmentIds.length > 0) asked.push({ attachmentIds });
  if (options !== undefined) asked.push({ options });
  return hash('sha256', JSON.stringify(asked), 'hex');
}
