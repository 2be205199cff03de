import type { FailureReason } from '#contract/chat/chat.ts';
import type { Finish } from '#server/gateways/models/models.ts';
import type { Random } from '../random.ts';
import { EventWriter, cutText, mixedFields, randomJson, randomText, type Fields } from './wire.ts';

/** A stream of a provider, and its content, from which it was written. */
export type ProviderStream = {
  pieces: Buffer[];
  /** Whether the connection breaks behind the last piece. */
  isCut: boolean;
  text: string;
  end: Finish | FailureReason;
};

type Usage = { inputTokens: number | undefined; outputTokens: number | undefined };

/** How a stream ends: with a finish, which may be the last thing that is said, or with something else. */
type Ending =
  | { kind: 'finish'; word: string; reason: Finish['reason']; usage: Usage; isClosed: boolean }
  | { kind: 'error' | 'garbage' | 'nothing' };

type Words = Readonly<Record<string, Finish['reason']>>;

const completionWords: Words = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
  tool_calls: 'other',
  eos: 'stop',
  STOP: 'stop',
  Length: 'length',
};

const messageWords: Words = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  refusal: 'filtered',
  tool_use: 'other',
  END_TURN: 'stop',
  eos_token: 'stop',
};

const endings = ['finish', 'finish', 'finish', 'error', 'garbage', 'nothing'] as const;

const failures = {
  error: 'upstream_busy',
  garbage: 'upstream_error',
  nothing: 'upstream_cut',
} as const;

/** A stream of OpenAI's chat completions; Groq reports its tokens in a field of its own. */
export function completionsStream(random: Random): ProviderStream {
  const writer = new EventWriter(random);
  const ending = randomEnding(random, completionWords);
  const text = randomText(random);
  const isRefusal = random.whole(0, 19) === 0 && text !== '';
  const chunk = (fields: Fields) => {
    const possible = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'a',
      usage: null,
    };
    writer.event(randomJson(random, mixedFields(random, fields, possible)));
  };
  const choice = (delta: Fields, needed: Fields = {}) => {
    const possible = {
      index: 0,
      logprobs: null,
      ...('finish_reason' in needed ? {} : { finish_reason: null }),
    };
    return { choices: [mixedFields(random, { delta, ...needed }, possible)] };
  };
  if (random.whole(0, 1) === 0) chunk(choice({ role: 'assistant', content: '' }));
  if (random.whole(0, 4) === 0) chunk({ choices: [], prompt_filter_results: [] });
  for (const piece of cutText(random, text)) {
    chunk(choice(isRefusal ? { refusal: piece } : deltaOf(random, piece)));
  }
  if (ending.kind === 'finish') finishCompletions(random, writer, ending, chunk, choice);
  else
    breakOff(random, writer, ending.kind, () => ({ error: { code: 'overloaded', message: 'x' } }));
  const { end, ...rest } = streamOf(random, writer, ending, text);
  const isFiltered = isRefusal && typeof end === 'object' && end.reason === 'stop';
  return { ...rest, end: isFiltered ? { ...end, reason: 'filtered' } : end };
}

/** A stream of Anthropic's Messages API. */
export function messagesStream(random: Random): ProviderStream {
  const writer = new EventWriter(random);
  const ending = randomEnding(random, messageWords);
  const text = randomText(random);
  const event = (type: string, needed: Fields, possible: Fields = {}) => {
    const json = randomJson(random, mixedFields(random, { type, ...needed }, possible));
    writer.event(json, random.whole(0, 3) === 0 ? [] : [`event: ${type}`]);
  };
  const tokens = ending.kind === 'finish' ? ending.usage.inputTokens : 3;
  const usage = tokens === undefined ? {} : { input_tokens: tokens, output_tokens: 1 };
  event('message_start', { message: mixedFields(random, { usage }, { id: 'm', content: [] }) });
  const [first = '', ...pieces] = cutText(random, text);
  event('content_block_start', { content_block: { type: 'text', text: first } }, { index: 0 });
  for (const piece of pieces) {
    passOver(random, event);
    const delta = mixedFields(random, { text: piece }, { type: 'text_delta' });
    event('content_block_delta', { delta }, { index: 0 });
  }
  if (ending.kind !== 'finish') {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'x' } };
    breakOff(random, writer, ending.kind, () => error);
    return streamOf(random, writer, ending, text);
  }
  event('content_block_stop', {}, { index: 0 });
  const { outputTokens } = ending.usage;
  const tokenUsage =
    outputTokens === undefined ? { output_tokens: 0 } : { output_tokens: outputTokens };
  const delta = mixedFields(random, { stop_reason: ending.word }, { stop_sequence: null });
  event('message_delta', { delta, usage: { ...tokenUsage, input_tokens: null } });
  if (ending.isClosed) event('message_stop', {});
  return streamOf(random, writer, ending, text);
}

/** A delta with a text, as one string or, as some servers write it, in parts. */
function deltaOf(random: Random, content: string): Fields {
  const isInParts = random.whole(0, 9) === 0;
  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
    { type: 'text', text: content },
  ];
  return mixedFields(
    random,
    { content: isInParts ? parts : content },
    { role: 'assistant', refusal: null, reasoning_content: 'Hm', tool_calls: [] },
  );
}

function finishCompletions(
  random: Random,
  writer: EventWriter,
  { word, usage, isClosed }: Extract<Ending, { kind: 'finish' }>,
  chunk: (fields: Fields) => void,
  choice: (delta: Fields, needed: Fields) => Fields,
): void {
  const counts = { prompt_tokens: usage.inputTokens ?? 0, completion_tokens: usage.outputTokens };
  const tokenUsage = random.oneOf([{ usage: counts }, { x_groq: { id: 'r', usage: counts } }]);
  const isTogether = random.whole(0, 1) === 0;
  chunk({ ...choice({}, { finish_reason: word }), ...(isTogether ? tokenUsage : {}) });
  if (!isTogether) chunk({ choices: [], ...tokenUsage });
  if (!isClosed) return;
  writer.event('[DONE]');
  // Data after the end is not read.
  if (random.whole(0, 4) === 0) writer.event('not JSON');
}

/** Kinds of Anthropic's events that have no text of the answer. */
function passOver(random: Random, event: (type: string, needed: Fields) => void): void {
  const strange: readonly [string, Fields][] = [
    ['ping', {}],
    ['a_kind_of_tomorrow', { text: 'no', delta: { text: 'no' } }],
    ['content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }],
    ['content_block_delta', { index: 0, delta: { type: 'summary_delta', text: 'no' } }],
    ['content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: '{' } }],
    ['content_block_start', { index: 1, content_block: { type: 'thinking', thinking: '' } }],
    ['content_block_stop', { index: 1 }],
  ];
  if (random.whole(0, 3) === 0) event(...random.pick(strange));
}

function breakOff(
  random: Random,
  writer: EventWriter,
  kind: keyof typeof failures,
  error: () => Fields,
): void {
  if (kind === 'error') writer.event(randomJson(random, error()));
  if (kind === 'garbage')
    writer.event(random.oneOf(['{"choices":[', 'null', '"text"', '[]', '<html>']));
}

function randomEnding(random: Random, words: Words): Ending {
  const kind = random.oneOf(endings);
  if (kind !== 'finish') return { kind };
  const [word, reason] = random.pick(Object.entries(words));
  const tokens = () => random.oneOf([undefined, 1, 12, 4_096]);
  const usage = { inputTokens: tokens(), outputTokens: tokens() };
  return { kind, word, reason, usage, isClosed: random.whole(0, 1) === 0 };
}

function streamOf(
  random: Random,
  writer: EventWriter,
  ending: Ending,
  text: string,
): ProviderStream {
  return {
    pieces: writer.pieces(),
    isCut: random.whole(0, 2) === 0,
    // Nobody can store U+0000.
    text: text.replaceAll('\0', ''),
    end:
      ending.kind === 'finish' ? { reason: ending.reason, ...ending.usage } : failures[ending.kind],
  };
}
