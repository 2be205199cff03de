import { asc, eq } from 'drizzle-orm';
import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { personalInstructions } from '#domain/chat/personalTexts.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import type { Executor } from '#server/db/connect.ts';
import { customInstruction, memoryLine } from '#server/db/schema/personalTexts.ts';

/** Returns the custom instructions and the memory of a user, with the tokens that they add to each question. */
export async function readPersonalTexts(
  query: Executor,
  userId: string,
): Promise<PersonalTextsResponse> {
  const [instructions] = await query
    .select()
    .from(customInstruction)
    .where(eq(customInstruction.userId, userId));
  const lines = await query
    .select()
    .from(memoryLine)
    .where(eq(memoryLine.userId, userId))
    .orderBy(asc(memoryLine.created), asc(memoryLine.id));
  const { aboutMe, howToAnswer } = instructions ?? { aboutMe: '', howToAnswer: '' };
  const memory = lines.map(({ text }) => text);
  const text = personalInstructions({ aboutMe, howToAnswer, memory });
  return {
    about_me: aboutMe,
    how_to_answer: howToAnswer,
    memory: lines.map((row) => ({
      id: row.id,
      text: row.text,
      created: row.created.toISOString(),
    })),
    // Two line breaks separate the texts from other instructions.
    tokens: text === '' ? 0 : estimateTokens(`\n\n${text}`),
  };
}
