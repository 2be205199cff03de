import { type ErrorCode, errorStatus } from '#contract/errors.ts';

/** An error whose code and message are sent to the client. Every other error is sent as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): (typeof errorStatus)[ErrorCode] {
    return errorStatus[this.code];
  }
}

/** A command line that is wrong: the command did nothing, and its exit status is 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** Returns the body of an error response. */
export function errorBody(error: AppError): { error: Record<string, unknown> } {
  return { error: { code: error.code, message: error.message, ...error.details } };
}

const lostConnection = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: 08xxx and 57P0x: connection lost, shutting down, starting up. 25P03: a transaction was idle for too long,
  // because this process was paused. 53xxx without 53100: too many connections, no memory left. 58030: I/O error.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25P03',
  // Read-only, which after a failover the leader is for a moment: our transactions that only read do not write.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '53000',
  '53200',
  '53300',
  '53400',
  '58030',
]);

/** No space left: on a disk, within a quota, or for PostgreSQL. */
const fullStorage = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error or one of its causes means that the database cannot be reached now. */
export function isDatabaseGone(error: unknown): boolean {
  return causesOf(error).some(isConnectionError);
}

/** Whether an error or one of its causes means that the database or a folder has no space left. */
export function isStorageFull(error: unknown): boolean {
  return hasCode(error, fullStorage);
}

/** Whether an error or one of its causes has one of these codes of Node or PostgreSQL. */
export function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return causesOf(error).some((cause) => codes.has(String((cause as { code?: unknown }).code)));
}

/** Returns an error and its causes, five at most. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}

function isConnectionError(error: Error): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing file has the same code; a missing socket of the database fails in `connect`.
  if (code === 'ENOENT' && syscall !== 'connect') return false;
  if (typeof code === 'string' && lostConnection.has(code)) return true;
  return /Connection terminated|not queryable|Query read timeout|timeout expired|timeout exceeded when trying to connect/.test(
    error.message,
  );
}

/** Returns the text of an error for an operator: that of its cause, if any, without SQL and parameters. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.startsWith('Failed query:')) return sentenceOf(error.cause ?? 'A query failed');
  // Several addresses were tried, for example the two of localhost.
  if (error instanceof AggregateError && error.message === '') return sentenceOf(error.errors[0]);
  if (isStorageFull(error)) {
    return `No space is left on the disk: make some and try again (${error.message})`;
  }
  return isConnectionError(error)
    ? `The database cannot be reached: ${error.message}`
    : error.message;
}

/** Returns the parts of an unexpected error that may be logged. Never its message: that may hold SQL and parameters. */
export function redactedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code =
    (error as { code?: unknown }).code ?? (cause as { code?: unknown } | undefined)?.code;
  const stack = (cause ?? error).stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: (cause ?? error).name, code, at: stack?.slice(0, 6).map((line) => line.trim()) };
}
