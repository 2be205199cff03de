/** A file that came with a message. */
export type SandboxFile = {
  /** Media type. */
  type: string;
  name: string | undefined;
  bytes: number;
};

/** A parsed request of any wire protocol. */
export type SandboxQuestion = {
  model: string;
  /** The system prompt; may be empty. */
  instructions: string;
  /** How many messages came, including the question. */
  turns: number;
  /** The last user message. */
  text: string;
  /** Its attachments. */
  files?: readonly SandboxFile[];
  /** How many files came with earlier messages. */
  earlierFiles?: number;
};

/**
 * Returns the sandbox's answer: Markdown that names the sandbox, and which history and instructions arrived. With
 * `commands`, the answer lists them.
 */
export function sandboxAnswer(
  question: SandboxQuestion,
  commands?: Readonly<Record<string, { does: string; number?: { usual: number } }>>,
): string {
  return [
    '# Sandbox answer',
    `**No model was asked.** A sandbox answers in place of \`${plain(question.model)}\` until a model provider is connected.`,
    '## What arrived',
    `> ${beginning(question.text)}`,
    arrived(question),
    '## What an answer may look like',
    sample(question),
    ...(commands ? ['## Commands', commandTable(commands)] : []),
  ].join('\n\n');
}

function arrived({ instructions, turns, files = [], earlierFiles = 0 }: SandboxQuestion): string {
  const system =
    instructions === ''
      ? 'No instructions came with it.'
      : `Instructions of ${instructions.length} characters came with it: “${beginning(instructions)}”`;
  return [
    `- It is turn ${turns} of the conversation; ${turns - 1} came before it.`,
    `- ${system}`,
    ...files.map(arrivedFile),
    ...(earlierFiles > 0 ? [`- Files that came with the turns before: ${earlierFiles}.`] : []),
    '- It costs what the real answer would cost, in credits that are worth nothing here.',
  ].join('\n');
}

function arrivedFile({ type, name, bytes }: SandboxFile): string {
  const called = name === undefined ? '' : ` “${beginning(name)}”`;
  const what = type.startsWith('image/') ? 'A picture' : 'A file';
  return `- ${what} came with it:${called} \`${plain(type)}\`, ${bytes} bytes.`;
}

function sample({ model, text, turns }: SandboxQuestion): string {
  return [
    '| What | Value |',
    '| --- | --- |',
    `| Model | ${plain(model)} |`,
    `| Turns | ${turns} |`,
    `| Characters in the question | ${text.length} |`,
    '',
    '```ts',
    `const answer = await ask({ model: ${JSON.stringify(plain(model))}, turns: ${turns} });`,
    '```',
    '',
    'Connect a provider, and a model writes this instead.',
  ].join('\n');
}

function commandTable(
  commands: Readonly<Record<string, { does: string; number?: { usual: number } }>>,
): string {
  const rows = Object.entries(commands).map(([name, { does, number }]) => {
    const example = number ? `${name} ${number.usual}` : name;
    return `| \`sandbox: ${example}\` | ${does} |`;
  });
  return ['| First line of a question | The sandbox |', '| --- | --- |', ...rows].join('\n');
}

/** Returns the first words of a text on one line, with Markdown's characters escaped. */
function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  const cut = characters.length > 160 ? `${characters.slice(0, 159).join('')}…` : line;
  return cut.replace(/[\\`*_[\]<>|#~$!]/g, '\\$&');
}

/** Returns a model's name without characters that could end the code span or table cell around it. */
function plain(name: string): string {
  return name.replace(/[^\w./:-]/g, '').slice(0, 100);
}
