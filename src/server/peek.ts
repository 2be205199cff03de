/**
 * Reads the first bytes of a source, at least `bytes` unless it is shorter. Returns them, and the whole content, which
 * begins with them in one chunk.
 */
export async function peek(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  bytes: number,
): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const rest = (async function* () {
    yield* source;
  })();
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const next = await rest.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* rest;
  };
  return [head, whole()];
}
