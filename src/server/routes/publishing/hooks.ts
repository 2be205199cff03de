import { githubPush, publishHook, publishRequest } from '#contract/publishing/hooks.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import { readSignedBody } from '#server/routes/signedBody.ts';
import { examineMessage } from '#server/services/limits/examineMessage.ts';
import { isSignedBy } from '#server/services/publishing/hook/signature.ts';
import {
  type HookMessage,
  limitHooks,
  handleHook,
} from '#server/services/publishing/hook/handleHook.ts';
import type * as z from 'zod/mini';

/** The webhook that requests a publish. Other programs call it, so it needs a signature instead of the same origin. */
export function hookRoutes({ config, log }: Platform): RouteApp {
  const app = newRouteApp();
  const { secret } = config.publishHook;
  serve(app, publishHook, async (context, _request, http) => {
    http.header('cache-control', 'no-store');
    if (secret === undefined) throw new AppError('not_found', 'No hook is set up here');
    await limitHooks(context);
    const body = await examineMessage(context, async () => {
      const sent = await readSignedBody(http);
      if (isSignedBy(secret, sent, http.req.header('x-hub-signature-256'))) return sent;
      log.warn({ requestId: http.get('requestId') }, 'a hook with a wrong signature');
      throw new AppError('forbidden', 'X-Hub-Signature-256 is missing or wrong');
    });
    const message = readMessage(http, body);
    const result = await handleHook(context, message, body);
    const requestId = http.get('requestId');
    log.info({ requestId, kind: message.kind, outcome: result.outcome }, 'a hook was taken');
    return result;
  });
  return app;
}

function readMessage(http: RouteContext, body: Uint8Array): HookMessage {
  const event = http.req.header('x-github-event');
  if (event === undefined) {
    const { delivery, timestamp } = parse(publishRequest, readJson(http, body));
    return { kind: 'request', delivery, sent: new Date(timestamp), from: 'a hook' };
  }
  if (event === 'ping') return { kind: 'ping' };
  if (event !== 'push') return { kind: 'other' };
  const delivery = http.req.header('x-github-delivery') ?? '';
  if (!/^[\w-]{8,100}$/.test(delivery)) {
    throw new AppError('invalid_input', 'X-GitHub-Delivery must be an id', { place: 'header' });
  }
  const { ref, repository } = parse(githubPush, readJson(http, body));
  return { kind: 'push', ref, delivery, sent: toInstant(repository?.pushed_at), from: 'GitHub' };
}

/** Converts a time of GitHub: seconds since 1970 in push events, ISO 8601 elsewhere. */
function toInstant(time: number | string | undefined): Date | undefined {
  const instant = new Date(typeof time === 'number' ? time * 1_000 : (time ?? ''));
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** Parses a body. GitHub sends JSON or, by default, a form with JSON in the field `payload`. */
function readJson(http: RouteContext, body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(
    http.req.header('content-type') ?? '',
  );
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON', { place: 'body' });
  }
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = { place: 'body' };
  throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`, place);
}
