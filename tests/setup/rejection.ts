/** Returns the error that a promise ends with; throws when it succeeds. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new TypeError('No error was thrown, but a value', { cause: error });
  }
  throw new Error(`It succeeded: ${JSON.stringify(value)}`);
}
