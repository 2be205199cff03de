import type { Reasoning } from '#server/gateways/models/reasoning.ts';
import type { BodyInput, LoadedFile, LoadedTurn } from '#server/gateways/models/bodyInput.ts';

type Limits = { maxTokens?: number; takesTemperature: boolean };

/** The limits of Anthropic's models. The first matching pattern counts; other models have no limits here. */
const limitsByName: readonly (readonly [RegExp, Limits])[] = [
  [
    /claude-(?:(?:sonnet|opus|fable)-5|haiku-5-5|opus-4-[78])/,
    { maxTokens: 128_000, takesTemperature: false },
  ],
  [/claude-(?:sonnet|opus)-4-6/, { maxTokens: 128_000, takesTemperature: true }],
  [
    /claude-(?:(?:sonnet|opus|haiku)-4-5|sonnet-4[-@])/,
    { maxTokens: 64_000, takesTemperature: true },
  ],
  [/claude-opus-4[-@]/, { maxTokens: 32_000, takesTemperature: true }],
  [/claude-3-haiku/, { maxTokens: 4_096, takesTemperature: true }],
  [/claude-(?:instant(?:-|$)|v?2(?=$|[-.:])|3(?=$|[-.]))/, { takesTemperature: true }],
  [/claude-/, { takesTemperature: false }],
];

/** Returns the body of a request of Anthropic's Messages API: https://docs.claude.com/en/api/messages */
export function messagesBody(input: BodyInput): object {
  const { model, instructions, turns, temperature, reasoning } = input;
  const found = limitsByName.find(([name]) => name.test(model));
  const { maxTokens = Infinity, takesTemperature } = found?.[1] ?? { takesTemperature: true };
  return {
    model,
    max_tokens: Math.min(input.maxTokens, maxTokens),
    // OpenAI's go up to 2.
    temperature:
      takesTemperature && temperature !== undefined ? Math.min(1, temperature) : undefined,
    ...(reasoning && thinkingFields(model, reasoning)),
    system: instructions ? [{ type: 'text', text: instructions }] : undefined,
    messages: messagesOf(turns),
    stream: true,
  };
}

/** Sonnet 5.5 always thinks; between tools is the least that it offers. */
function thinkingFields(model: string, reasoning: Reasoning): object {
  if (reasoning === 'low') {
    return {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' },
    };
  }
  return {
    thinking: { type: model.includes('claude-sonnet-5-5') ? 'between_tools' : 'disabled' },
  };
}

/** Joins turns of one role in a row: the API requires roles that alternate. */
function messagesOf(turns: readonly LoadedTurn[]): object[] {
  const messages: { role: LoadedTurn['role']; content: object[] }[] = [];
  for (const { role, text, files } of turns) {
    const content = [...files.map(blockOf), ...(text === '' ? [] : [{ type: 'text', text }])];
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  }
  return messages;
}

function blockOf({ type, name, base64 }: LoadedFile): object {
  const source = { type: 'base64', media_type: type, data: base64 };
  return type.startsWith('image/')
    ? { type: 'image', source }
    : { type: 'document', source, title: name };
}
