import { call } from '#contract/call.ts';
import {
  type PersonalTextsResponse,
  deleteMemoryLine,
  getPersonalTexts,
  putCustomInstructions,
  putMemoryLine,
} from '#contract/chat/personalTexts.ts';
import {
  customInstructionMaxCharacters,
  memoryLineMaxCharacters,
} from '#domain/chat/personalTexts.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';
import { $personalTokens } from '#stores/chat/chatSettings.ts';
import { atom } from 'nanostores';

export type MemoryLine = PersonalTextsResponse['memory'][number];

type PersonalTexts =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; texts: PersonalTextsResponse };

/** The custom instructions and the memory of the user. */
export const $personalTexts = atom<PersonalTexts>({ state: 'loading' });

/** Counts calls, so that the response to an older one does not undo a newer change. */
let calls = 0;

export async function loadPersonalTexts(): Promise<void> {
  const problem = await show(() => call(getPersonalTexts, {}));
  if (problem && $personalTexts.get().state !== 'ready') {
    $personalTexts.set({ state: 'failed', problem });
  }
}

/** Saves both custom instructions. Returns why it failed. */
export async function saveInstructions(
  aboutMe: string,
  howToAnswer: string,
): Promise<Message | undefined> {
  const length = Math.max(aboutMe.length, howToAnswer.length);
  if (length > customInstructionMaxCharacters) {
    return tooLong(length - customInstructionMaxCharacters);
  }
  const body = { about_me: aboutMe, how_to_answer: howToAnswer };
  return show(() => call(putCustomInstructions, { body }));
}

/** Adds a line to the memory, or changes the one with this id. Returns why it failed. */
export async function rememberLine(text: string, id = newId()): Promise<Message | undefined> {
  if (text.length > memoryLineMaxCharacters) return tooLong(text.length - memoryLineMaxCharacters);
  return show(() => call(putMemoryLine, { params: { id }, body: { text } }));
}

/** Removes a line from the memory. Returns why it failed. */
export async function forgetLine(id: string): Promise<Message | undefined> {
  return show(() => call(deleteMemoryLine, { params: { id } }));
}

/** Returns the problem of a text with so many characters too many. */
function tooLong(count: number): Message {
  return message('chat.edit.tooLong', { count });
}

/** Shows the texts that a call returns. Returns why it failed. */
async function show(send: () => Promise<PersonalTextsResponse>): Promise<Message | undefined> {
  calls += 1;
  const own = calls;
  try {
    const texts = await send();
    if (own !== calls) return undefined;
    $personalTexts.set({ state: 'ready', texts });
    $personalTokens.set(texts.tokens);
    return undefined;
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return errorMessage(error);
  }
}
