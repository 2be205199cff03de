/** An element of Matroska and WebM: its id, the bytes of its size, its content. */
export function element(id: number, content: Buffer): Buffer {
  const hex = id.toString(16);
  const name = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([name, size, content]);
}

export function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

/** Returns how many bytes a number takes that begins with this byte; 9 where it begins none. */
export function lengthOf(byte: number): number {
  return Math.clz32(byte) - 24 + 1;
}
