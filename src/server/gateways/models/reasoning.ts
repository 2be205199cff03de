import type { UpstreamProvider } from '#domain/models/providers.ts';

/** How much an upstream model may think before it answers. Omitted: the model decides, or does not think. */
export type Reasoning = 'none' | 'low';

/** OpenAI's o1, o3, … and everything from GPT-5 on, except GPT-5's chat variant. */
const openaiReasoning = /^(?:o\d+(?:-|$)|gpt-(?:[5-9]|\d{2,})(?!-chat)(?:\.\d+)?(?:-|$))/;

/** Claude up to 4.5 does not think unless a request asks for it, and refuses the field `effort` of later models. */
const claudeWithoutEffort =
  /claude-(?:instant(?:-|$)|v?2(?=$|[-.:])|3(?=$|[-.])|(?:sonnet|opus|haiku)-4(?:$|-[015](?:$|-)|-\d{6,}|@))/;

/** Claudes whose thinking can be switched off, or left to the time between tools. */
const claudeWithSwitch =
  /claude-(?:(?:sonnet|opus)-4-6|opus-4-[78]|sonnet-5(?:-5)?|opus-5(?!-5)|haiku-5-5)(?:$|-\d{6,}|@)/;

/** Models at Groq that do not reason, or take no effort. */
const groqWithoutEffort =
  /llama|gemma|mixtral|mistral|kimi-k2-instruct|compound|allam|deepseek-r1|qwen-2/;

/** Models of other makers that reason, as compatible servers name them. Others refuse the field. */
const otherReasoning =
  /gpt-oss|qwq|qwen-?3|deepseek-(?:r|v[3-9]\.[1-9])|magistral|think|reason|glm-(?:4\.[5-9]|[5-9])|grok-(?:3-mini|[4-9])|gemini-(?:2\.5|[3-9])|minimax-m|nemotron|claude-(?:sonnet|opus|haiku|fable)-(?:4-[6-9]|[5-9])|(?:^|-)r1(?:-|$)/;

/** Whether OpenAI's API treats a model as one that reasons, which has fields of its own. */
export function isOpenaiReasoning(name: string): boolean {
  return openaiReasoning.test(name);
}

/**
 * Returns the least effort of a model that an operator chose and the product does not know: `low` where it may reason,
 * because every such model takes that. Without it thinking can use up the tokens of the answer, which is then empty, free
 * for the user and paid by the operator. `undefined` for models that do not reason, and would refuse the field.
 */
export function leastReasoning(provider: UpstreamProvider, name: string): Reasoning | undefined {
  switch (provider) {
    case 'openai':
      return isOpenaiReasoning(name) ? 'low' : undefined;
    case 'anthropic':
      if (!/claude/.test(name) || claudeWithoutEffort.test(name)) return undefined;
      return claudeWithSwitch.test(name) ? 'none' : 'low';
    case 'groq':
      if (/qwen-?3/.test(name)) return 'none';
      return groqWithoutEffort.test(name) ? undefined : 'low';
    case 'compatible':
      return mayReasonElsewhere(name) ? 'low' : undefined;
    default:
      return undefined;
  }
}

/** Gateways put the maker before the name: `openai/o3`. */
function mayReasonElsewhere(name: string): boolean {
  const [last = ''] = name.toLowerCase().split('/').slice(-1);
  return isOpenaiReasoning(last) || otherReasoning.test(last);
}
