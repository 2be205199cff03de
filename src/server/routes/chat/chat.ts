import * as endpoints from '#contract/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { redactedError, AppError } from '#server/errors.ts';
import { eventStream } from '#server/routes/chat/eventStream.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import { watchSession } from '#server/routes/watchSession.ts';
import { invalidField } from '#server/inputChecks.ts';
import { askQuestion } from '#server/services/answers/begin/askQuestion.ts';
import { findOwnAnswer } from '#server/services/answers/follow/followAnswer.ts';
import { followQueued } from '#server/services/answers/follow/followQueued.ts';
import { regenerateAnswer } from '#server/services/answers/begin/regenerateAnswer.ts';
import { stopAnswer } from '#server/services/answers/close/stopAnswer.ts';

export function chatRoutes(): RouteApp {
  const app = newRouteApp();
  const readers = new Readers();
  serve(app, endpoints.askQuestion, async (context, { body }, http) => {
    const after = lastEventId(http);
    readers.check(signedInUser(context));
    const answerId = await askQuestion(context, {
      requestId: body.request_id,
      conversationId: body.conversation_id,
      parentId: body.parent_id,
      headId: body.head_id,
      target: body.target,
      switchTarget: body.switch_target,
      text: body.text,
      attachmentIds: body.attachment_ids ?? [],
      options: body.options,
      maxPrice: body.max_price,
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
    const leave = readers.enter(signedInUser(context));
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

/**
 * Most streams that one user may read at a time on one server: more than the tabs with a running answer of any user.
 */
export const readersPerUser = 30;

/** Limits the open streams of each user. */
class Readers {
  readonly #streams = new Map<string, number>();

  /** Throws `too_many_requests` if the user has as many streams as allowed. */
  check(userId: string): void {
    if ((this.#streams.get(userId) ?? 0) < readersPerUser) return;
    throw new AppError(
      'too_many_requests',
      `At most ${readersPerUser} streams can be read at once`,
      {
        limit: readersPerUser,
      },
    );
  }

  /** Counts a stream. Returns a function to call at its end. */
  enter(userId: string): () => void {
    this.#add(userId, 1);
    return () => this.#add(userId, -1);
  }

  #add(userId: string, change: 1 | -1): void {
    const streams = (this.#streams.get(userId) ?? 0) + change;
    if (streams === 0) this.#streams.delete(userId);
    else this.#streams.set(userId, streams);
  }
}
