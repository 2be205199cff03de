/** Returns the fields of a mail error that may be logged. Its texts may not, because they often repeat the address. */
export function mailFailure(error: unknown): Record<string, unknown> {
  const { name, code, responseCode, command } = error as Record<string, unknown>;
  return {
    name,
    code,
    responseCode,
    command: typeof command === 'string' ? command.split(' ')[0] : undefined,
  };
}
