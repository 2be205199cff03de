import type { GoogleFailure } from '#domain/login/googleSignIn.ts';
import { AppError } from '#server/errors.ts';
import { GoogleError } from '#server/gateways/google/google.ts';

/** Returns the failure that a visitor reads about for an error of the sign-in; `undefined` for an internal error. */
export function googleFailure(
  error: unknown,
): { failure: GoogleFailure; retrySeconds?: number } | undefined {
  if (error instanceof GoogleError) return { failure: error.reason };
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') return undefined;
  return { failure: 'tooMany', retrySeconds: Number(error.details['retry_seconds']) };
}
