/**
 * Reads the first bytes of a source, at least `bytes` unless it is shorter. Returns them, and the whole content, which
 * begins with them in one chunk. Content that ends with an error still begins with the bytes before it.
 */
export async function peek(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  bytes: number,
): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const rest = (async function* () {
    yield* source;
  })();
  let head = Buffer.alloc(0);
  let failure: { error: unknown } | undefined;
  try {
    while (head.length < bytes) {
      const next = await rest.next();
      if (next.done === true) break;
      head = Buffer.concat([head, next.value]);
    }
  } catch (error) {
    if (head.length === 0) throw error;
    failure = { error };
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield head;
    if (failure) throw failure.error;
    yield* rest;
  };
  return [head, whole()];
}
