import * as endpoints from '#contract/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { eventStream } from '#server/routes/chat/eventStream.ts';
import { Readers } from '#server/routes/chat/readers.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import { watchSession } from '#server/routes/watchSession.ts';
import { invalidField } from '#server/inputChecks.ts';
import { askQuestion } from '#server/services/answers/begin/askQuestion.ts';
import { findOwnAnswer } from '#server/services/answers/follow/followAnswer.ts';
import { followQueued } from '#server/services/answers/follow/followQueued.ts';
import { getThoughts } from '#server/services/answers/follow/getThoughts.ts';
import { regenerateAnswer } from '#server/services/answers/begin/regenerateAnswer.ts';
import { voteAnswer } from '#server/services/conversations/voteAnswer.ts';
import { stopAnswer } from '#server/services/answers/close/stopAnswer.ts';

export function chatRoutes(): RouteApp {
  const app = newRouteApp();
  const readers = new Readers('answer');
  serve(app, endpoints.askQuestion, async (context, { body }, http) => {
    const after = lastEventId(http);
    readers.check(signedInUser(context));
    const answerId = await askQuestion(context, {
      requestId: body.request_id,
      conversationId: body.conversation_id,
      temporary: body.temporary,
      parentId: body.parent_id,
      headId: body.head_id,
      target: body.target,
      switchTarget: body.switch_target,
      text: body.text,
      attachmentIds: body.attachment_ids ?? [],
      options: body.options,
      maxPrice: body.max_price,
      beyondLimit: body.beyond_limit,
      language: body.language,
    });
    return streamAnswer(http, context, readers, { answerId, after });
  });
  serve(app, endpoints.regenerateAnswer, async (context, { params, body }, http) => {
    const after = lastEventId(http);
    readers.check(signedInUser(context));
    const answerId = await regenerateAnswer(context, {
      requestId: body.request_id,
      questionId: params.id,
      headId: body.head_id,
      target: body.target,
      options: body.options,
      maxPrice: body.max_price,
      beyondLimit: body.beyond_limit,
      language: body.language,
    });
    return streamAnswer(http, context, readers, { answerId, after });
  });
  serve(app, endpoints.followAnswer, async (context, { params }, http) => {
    const after = lastEventId(http);
    readers.check(signedInUser(context));
    await findOwnAnswer(context, params.id);
    return streamAnswer(http, context, readers, { answerId: params.id, after });
  });
  serve(app, endpoints.voteAnswer, (context, { params, body }) =>
    voteAnswer(context, params.id, body.vote),
  );
  serve(app, endpoints.getThoughts, (context, { params }) => getThoughts(context, params.id));
  serve(app, endpoints.stopAnswer, async (context, { params }) => {
    await stopAnswer(context, params.id);
    return { id: params.id };
  });
  return app;
}

function streamAnswer(
  http: RouteContext,
  context: Context,
  readers: Readers,
  { answerId, after }: { answerId: string; after: number },
): Response {
  return eventStream(http, context.config.heartbeatSeconds, async (reader) => {
    const leave = readers.enter(context);
    const unwatch = watchSession(context, () => reader.cutOff());
    try {
      await followQueued(context, answerId, after, reader);
    } catch (error) {
      // The stream ends, and the client connects again for the missing events.
      context.log.warn({ answer: answerId, error: redactedError(error) }, 'a reader was cut off');
    } finally {
      unwatch();
      leave();
    }
  });
}

/** Reads the header. Call it before anything is stored, because it throws `invalid_input` for an invalid one. */
function lastEventId(http: RouteContext): number {
  const value = http.req.header('last-event-id');
  if (value === undefined || value === '') return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw invalidField('Last-Event-ID', 'must be the number of an event', 'header');
}
