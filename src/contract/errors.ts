import * as z from 'zod/mini';

/** Every error code that the API answers, with its HTTP status. The messages for users are `errors.{code}`. */
export const errorStatus = {
  invalid_input: 400,
  wrong_code: 400,
  code_expired: 400,
  word_needed: 400,
  not_signed_in: 401,
  no_credits: 402,
  forbidden: 403,
  other_origin: 403,
  gpt_not_public: 403,
  not_used: 403,
  not_found: 404,
  unknown_model: 404,
  unknown_gpt: 404,
  unknown_conversation: 404,
  unknown_review: 404,
  unknown_period: 404,
  unknown_attachment: 404,
  unknown_order: 404,
  method_not_allowed: 405,
  conflict: 409,
  answer_running: 409,
  other_target: 409,
  request_id_reused: 409,
  price_changed: 409,
  order_closed: 409,
  already_subscribed: 409,
  offer_changed: 409,
  too_many_attachments: 409,
  gone: 410,
  too_large: 413,
  attachment_too_large: 413,
  attachment_type: 415,
  question_too_long: 422,
  not_for_sale: 422,
  currency_not_accepted: 422,
  mail_refused: 422,
  question_refused: 422,
  model_unavailable: 422,
  attachment_unreadable: 422,
  attachment_encrypted: 422,
  attachment_pixels: 422,
  attachment_pages: 422,
  attachment_effort: 422,
  attachment_not_accepted: 422,
  too_many_requests: 429,
  too_many_guesses: 429,
  too_many_answers: 429,
  too_many_stops: 429,
  internal: 500,
  mail_failed: 502,
  payment_unavailable: 502,
  unavailable: 503,
  storage_full: 503,
  server_busy: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Every error answer: `{ error: { code, message, ...details } }`; the message is English, for developers. */
export const errorAnswer = z.object({
  error: z.looseObject({ code: z.string(), message: z.string() }),
});

/** Whether a code from the wire is one that this version knows. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
