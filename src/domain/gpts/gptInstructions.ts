type DescribedGpt = {
  name: string;
  description: string | null;
  instructions: string | null;
  promptStarters: readonly string[];
};

/** Most characters of a starter in a generated prompt. */
const starterCharacters = 300;

/** Returns a GPT's system prompt: its instructions, or one built from its public texts. */
export function gptInstructions(gpt: DescribedGpt): string {
  if (gpt.instructions?.trim()) return gpt.instructions;
  const lines = [`You are the assistant "${gpt.name}".`];
  if (gpt.description) lines.push(`It is described so: ${gpt.description}`);
  if (gpt.promptStarters.length > 0) {
    lines.push('People typically begin with requests like these:');
    for (const starter of gpt.promptStarters.slice(0, 4)) {
      lines.push(`- ${starter.slice(0, starterCharacters)}`);
    }
  }
  lines.push('Do this job well. Answer in the language of the question.');
  return lines.join('\n');
}
