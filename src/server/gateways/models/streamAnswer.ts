import { UpstreamAnswer } from '#server/gateways/models/upstreamAnswer.ts';
import { ChatCompletionsParser } from '#server/gateways/models/chatCompletionsParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import { MessagesParser } from '#server/gateways/models/messagesParser.ts';
import type { AnswerReceiver, Finish, ModelRequest } from '#server/gateways/models/models.ts';
import { post } from '#server/gateways/models/post.ts';
import type { UpstreamTarget } from '#server/gateways/models/targets.ts';
import { writeRequest } from '#server/gateways/models/upstreamRequest.ts';
import { untilAborted } from '#server/untilAborted.ts';

/**
 * Asks an upstream and passes its answer on while it arrives. Returns how the answer finished. Throws
 * `UpstreamError` if it did not finish, and the signal's reason when `signal` aborts. The upstream's connection is
 * given up at any end.
 */
export async function streamAnswer(
  target: UpstreamTarget,
  request: ModelRequest,
  signal: AbortSignal,
  receiver: AnswerReceiver,
): Promise<Finish> {
  signal.throwIfAborted();
  const { label, provider } = target;
  const Parser = provider.name === 'anthropic' ? MessagesParser : ChatCompletionsParser;
  let answer: UpstreamAnswer | undefined;
  try {
    const written = await untilAborted(writeRequest(target, request), signal);
    const stream = await post(label, written, signal);
    answer = new UpstreamAnswer(label, stream, new Parser(label), signal, receiver);
    return await answer.finish();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toUpstreamError(label, error);
  } finally {
    answer?.leave();
  }
}
