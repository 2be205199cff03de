export type Chunk = { name: string; start: number; size: number };

/** Returns the chunks of a RIFF file (WebP, WAV): where the content of each begins, and its size in bytes. */
export function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push({ name: bytes.toString('latin1', at, at + 4), start: at + 8, size });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

/** Adds a chunk at the end and corrects the size of the file. Chunks begin at even offsets. */
export function addChunk(bytes: Buffer, name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  const even = (part: Buffer) => Buffer.alloc(part.length % 2);
  const whole = Buffer.concat([bytes, even(bytes), head, content, even(content)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
