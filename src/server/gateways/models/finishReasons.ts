import type { Finish } from '#server/gateways/models/models.ts';

/**
 * Reasons by which providers and compatible servers report that an answer is not whole: it was filtered, cut at a limit
 * of tokens, or given up. In lower case.
 */
const knownReasons: Readonly<Record<string, Finish['reason']>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  max_length: 'length',
  model_length: 'length',
  max_new_tokens: 'length',
  max_tokens_reached: 'length',
  token_limit: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'filtered',
  content_filtered: 'filtered',
  refusal: 'filtered',
  safety: 'filtered',
  recitation: 'filtered',
  blocklist: 'filtered',
  prohibited_content: 'filtered',
  sensitive: 'filtered',
  blocked: 'filtered',
  moderation: 'filtered',
  guardrail_intervened: 'filtered',
  spii: 'filtered',
  tool_calls: 'other',
  tool_call: 'other',
  tool_use: 'other',
  function_call: 'other',
  malformed_function_call: 'other',
  error: 'other',
  network_error: 'other',
  insufficient_system_resource: 'other',
  abort: 'other',
  aborted: 'other',
  cancelled: 'other',
  canceled: 'other',
  failed: 'other',
  interrupted: 'other',
  timeout: 'other',
};

/** Words that some servers send in every event before the last one. */
const unfinished = new Set([
  'null',
  'none',
  'undefined',
  'continue',
  'in_progress',
  'not_finished',
]);

/**
 * Maps a provider's finish reason; `undefined` if `value` names none. Unknown words (`eos`, `COMPLETE`) mean that the
 * model has stopped: servers invent new ones, and an answer with text is not thrown away for its last word.
 */
export function finishReasonOf(value: unknown): Finish['reason'] | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  // `contentFilter`, `content-filter` and `CONTENT_FILTER` are the same.
  const word = value
    .trim()
    .replace(/(?<=[a-z])(?=[A-Z])|[\s-]+/g, '_')
    .toLowerCase();
  if (unfinished.has(word)) return undefined;
  return Object.hasOwn(knownReasons, word) ? knownReasons[word] : 'stop';
}
