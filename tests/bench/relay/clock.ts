/** Microseconds of the machine's monotonic clock, which all processes share: what one stamps another can compare. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** A token that carries the moment at which it was sent. */
export function stampedToken(): string {
  return ` @${microseconds()}@`;
}

/** Finds the moments of sending in a stream that comes in pieces, in order. */
export function stampReader(): (piece: string) => number[] {
  let rest = '';
  return (piece) => {
    const text = rest + piece;
    const found = [];
    let end = 0;
    for (const match of text.matchAll(/@(\d+)@/g)) {
      found.push(Number(match[1]));
      end = match.index + match[0].length;
    }
    // A stamp that is cut in two is read with the next piece.
    const open = text.indexOf('@', end);
    rest = open === -1 ? '' : text.slice(open);
    return found;
  };
}
