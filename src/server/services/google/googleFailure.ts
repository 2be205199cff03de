import type { GoogleFailure } from '#domain/googleSignIn.ts';
import { AppError } from '#server/errors.ts';
import { GoogleError } from '#server/gateways/google/google.ts';

/** Returns what a visitor reads about an error of the sign-in; `undefined` where it is a fault of ours. */
export function googleFailure(
  error: unknown,
): { failure: GoogleFailure; retrySeconds?: number } | undefined {
  if (error instanceof GoogleError) return { failure: error.reason };
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') return undefined;
  return { failure: 'tooMany', retrySeconds: Number(error.details['retry_seconds']) };
}
