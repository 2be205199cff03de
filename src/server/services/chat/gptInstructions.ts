type Described = {
  name: string;
  description: string | null;
  instructions: string | null;
  promptStarters: readonly string[];
};

/** Characters of a starter that go into a prompt built from them. */
const starterCharacters = 300;

/** A GPT's system prompt: its instructions, or one built from what its page says. */
export function gptInstructions(described: Described): string {
  if (described.instructions?.trim()) return described.instructions;
  const lines = [`You are the assistant "${described.name}".`];
  if (described.description) lines.push(`It is described so: ${described.description}`);
  if (described.promptStarters.length > 0) {
    lines.push('People typically begin with requests like these:');
    for (const starter of described.promptStarters.slice(0, 4)) {
      lines.push(`- ${starter.slice(0, starterCharacters)}`);
    }
  }
  lines.push('Do this job well. Answer in the language of the question.');
  return lines.join('\n');
}
