/** The texts of a user that go with each question: custom instructions, and lines that the user asked to remember. */
export type PersonalTexts = {
  aboutMe: string;
  howToAnswer: string;
  memory: readonly string[];
};

/** The most characters of each of the two custom instructions. */
export const customInstructionMaxCharacters = 1_500;

export const memoryMaxLines = 50;

export const memoryLineMaxCharacters = 300;

/** The texts of a user who wrote none, and of chats that do not use them. */
export const noPersonalTexts: PersonalTexts = { aboutMe: '', howToAnswer: '', memory: [] };

/** Returns the personal texts as the model gets them, after its other instructions; empty without any. */
export function personalInstructions({ aboutMe, howToAnswer, memory }: PersonalTexts): string {
  const lines = memory.map((text) => `- ${text}`).join('\n');
  return [
    part('About the user, in their own words:', aboutMe),
    part('How the user wants to be answered:', howToAnswer),
    part('What the user asked to remember:', lines),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Returns a text as a line to remember: on one line. */
export function toMemoryLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function part(title: string, text: string): string {
  return text === '' ? '' : `${title}\n${text}`;
}
