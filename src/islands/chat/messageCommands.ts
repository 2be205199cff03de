import { copyAnswer } from '#islands/answer/copyAnswer.ts';
import { stepBranch } from '#stores/chat/branchSteps.ts';
import { editLastQuestion, lastAnswerText, regenerateLast } from '#stores/chat/lastTurn.ts';

/** The shortcuts for the messages of the open conversation. */
export const messageCommands = {
  copy: copyLastAnswer,
  regenerate: () => void regenerateLast(),
  edit: () => void editLastQuestion(),
  previousBranch: () => void stepBranch(-1),
  nextBranch: () => void stepBranch(1),
};

function copyLastAnswer(): void {
  const text = lastAnswerText();
  if (text !== '') void copyAnswer(text);
}
