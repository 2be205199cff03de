import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import {
  customInstructionMaxCharacters,
  memoryLineMaxCharacters,
  toMemoryLine,
} from '#domain/chat/personalTexts.ts';
import * as z from 'zod/mini';

/** A text about the user, or about how to answer. */
const customInstruction = z
  .string()
  .check(storable, z.trim(), z.maxLength(customInstructionMaxCharacters));

/** A line that every question brings along. Line breaks become blanks. */
const memoryText = z
  .string()
  .check(storable, z.overwrite(toMemoryLine), z.minLength(1), z.maxLength(memoryLineMaxCharacters));

const personalTexts = z.object({
  about_me: z.string(),
  how_to_answer: z.string(),
  /** Oldest first, as the models get them. */
  memory: z.array(z.object({ id: uuid, text: z.string(), created: z.iso.datetime() })),
  /** A high estimate of the tokens of all of them, by which questions are priced. */
  tokens: z.int(),
});

/** All texts of a user that go with every question to a model or GPT. */
export type PersonalTextsResponse = z.output<typeof personalTexts>;

export const getPersonalTexts = endpoint({
  method: 'GET',
  path: '/api/chat/personal-texts',
  summary:
    'The custom instructions and the memory of the signed-in user, which go with every question to a model or GPT.',
  response: () => personalTexts,
});

export const putCustomInstructions = endpoint({
  method: 'PUT',
  path: '/api/chat/personal-texts/instructions',
  summary: 'Sets both custom instructions, from the next question on. Empty ones are not sent.',
  body: () => z.strictObject({ about_me: customInstruction, how_to_answer: customInstruction }),
  response: () => personalTexts,
});

export const putMemoryLine = endpoint({
  method: 'PUT',
  path: '/api/chat/personal-texts/memory/:id',
  summary:
    'Remembers a line, or changes it. The caller chooses its `id`; sent again, it stays one line. A line that is remembered already is not added again.',
  params: () => z.strictObject({ id: uuid }),
  body: () => z.strictObject({ text: memoryText }),
  response: () => personalTexts,
});

export const deleteMemoryLine = endpoint({
  method: 'DELETE',
  path: '/api/chat/personal-texts/memory/:id',
  summary: 'Forgets a line. Forgetting it again changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  response: () => personalTexts,
});
