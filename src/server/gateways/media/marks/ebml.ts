/** Writes an element of Matroska and WebM (EBML, RFC 8794): its id, its size in eight bytes, its content. */
export function element(id: number, content: Buffer): Buffer {
  const hex = id.toString(16);
  const name = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([name, size, content]);
}

/** Writes an element with a text. */
export function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

/** Returns the length in bytes of a variable-size integer that begins with this byte; 9 for an invalid one. */
export function lengthOf(byte: number): number {
  return Math.clz32(byte) - 24 + 1;
}
