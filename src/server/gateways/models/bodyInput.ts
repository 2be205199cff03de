import type { Reasoning } from '#server/gateways/models/reasoning.ts';
import type { ModelRequest, PromptTurn } from '#server/gateways/models/models.ts';

/** Tokens for thinking, in addition to those of the answer, because upstreams count thinking as output. */
const thinkingTokens = 1_024;

/** A file whose content goes into the request. */
export type LoadedFile = { type: string; name: string; base64: string };

/** A turn with the contents of its files. At least one of text and files is not empty. */
export type LoadedTurn = { role: PromptTurn['role']; text: string; files: LoadedFile[] };

/** The content of a request's body, the same for all protocols. */
export type BodyInput = {
  /** The upstream's name of the model. */
  model: string;
  instructions: string | undefined;
  turns: readonly LoadedTurn[];
  maxTokens: number;
  temperature: number | undefined;
  reasoning: Reasoning | undefined;
};

/** Reads the files of a request. */
export async function loadBodyInput(
  { name, reasoning }: { name: string; reasoning: Reasoning | undefined },
  request: ModelRequest,
): Promise<BodyInput> {
  const { instructions, temperature } = request;
  return {
    model: name,
    instructions,
    turns: await loadTurns(request.turns),
    maxTokens: mostOutputTokens(reasoning, request),
    temperature,
    reasoning,
  };
}

/** Returns the most tokens that the answer to a request may have, including thoughts. */
export function mostOutputTokens(
  reasoning: Reasoning | undefined,
  {
    model,
    maxOutputTokens = model.maxOutputTokens,
  }: Pick<ModelRequest, 'model' | 'maxOutputTokens'>,
): number {
  const forThinking = reasoning === 'low' ? thinkingTokens : 0;
  return Math.min(maxOutputTokens + forThinking, model.maxOutputTokens);
}

/** Leaves out answers without text: providers refuse empty messages, and empty texts next to files. */
async function loadTurns(turns: readonly PromptTurn[]): Promise<LoadedTurn[]> {
  const loaded: LoadedTurn[] = [];
  for (const { role, text, files = [] } of turns) {
    const turn: LoadedTurn = { role, text: text.trim() === '' ? '' : text, files: [] };
    for (const file of files) {
      const base64 = Buffer.from(await file.read()).toString('base64');
      turn.files.push({ type: file.type, name: file.name, base64 });
    }
    if (turn.text !== '' || turn.files.length > 0) loaded.push(turn);
  }
  return loaded;
}
