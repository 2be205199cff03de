import sharp from 'sharp';
import type { VideoRatio } from '#domain/media.ts';
import { element, text } from '#server/gateways/media/marks/ebml.ts';
import { chunksOf } from '#server/gateways/media/marks/riff.ts';
import { sandboxSvg } from '#server/gateways/media/sandbox/sandboxPicture.ts';

const shorterSide = 180;
const framesPerSecond = 8;

/** How many pictures are drawn. Longer videos repeat them, so that they take no longer to make. */
const picturesAtMost = 24;

/** Returns a WebM with the moving picture of a prompt. Each frame is the VP8 picture of a lossy WebP. */
export async function sandboxVideo(
  prompt: string,
  ratio: VideoRatio,
  seconds: number,
): Promise<Uint8Array> {
  const size = sizeOf(ratio);
  const pictures: Buffer[] = [];
  for (let index = 0; index < picturesAtMost; index += 1) {
    const svg = sandboxSvg(prompt, size, index / picturesAtMost);
    const webp = await sharp(Buffer.from(svg)).webp({ quality: 60, effort: 0 }).toBuffer();
    pictures.push(frameOf(webp));
  }
  const count = seconds * framesPerSecond;
  const frames = Array.from(
    { length: count },
    (_, index) => pictures[index % pictures.length] ?? Buffer.alloc(0),
  );
  return webm(frames, size);
}

function sizeOf(ratio: VideoRatio): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = shorterSide / Math.min(across, down);
  const even = (side: number) => 2 * Math.round((side * scale) / 2);
  return { width: even(across), height: even(down) };
}

function frameOf(webp: Buffer): Buffer {
  const chunk = chunksOf(webp).find(({ name }) => name === 'VP8 ');
  if (chunk === undefined) throw new Error('The picture is not lossy');
  return webp.subarray(chunk.start, chunk.start + chunk.size);
}

function webm(frames: readonly Buffer[], { width, height }: { width: number; height: number }) {
  const milliseconds = 1_000 / framesPerSecond;
  const header = Buffer.concat([
    number(0x42_86, 1),
    number(0x42_f7, 1),
    number(0x42_f2, 4),
    number(0x42_f3, 8),
    text(0x42_82, 'webm'),
    number(0x42_87, 4),
    number(0x42_85, 2),
  ]);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(frames.length * milliseconds);
  const info = Buffer.concat([
    number(0x2a_d7_b1, 1_000_000),
    element(0x44_89, duration),
    text(0x4d_80, 'Dolores'),
    text(0x57_41, 'Dolores'),
  ]);
  const video = Buffer.concat([number(0xb0, width), number(0xba, height)]);
  const track = Buffer.concat([
    number(0xd7, 1),
    number(0x73_c5, 1),
    number(0x83, 1),
    text(0x86, 'V_VP8'),
    element(0xe0, video),
  ]);
  const clusters = clustersOf(frames, milliseconds);
  const segment = Buffer.concat([
    element(0x15_49_a9_66, info),
    element(0x16_54_ae_6b, element(0xae, track)),
    ...clusters,
  ]);
  return Buffer.concat([element(0x1a_45_df_a3, header), element(0x18_53_80_67, segment)]);
}

/** Returns a cluster for each second, because times of blocks are relative to their cluster and have 16 bits. */
function clustersOf(frames: readonly Buffer[], milliseconds: number): Buffer[] {
  const clusters: Buffer[] = [];
  for (let first = 0; first < frames.length; first += framesPerSecond) {
    const blocks = frames.slice(first, first + framesPerSecond).map((frame, index) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(Math.round(index * milliseconds), 1);
      return element(0xa3, Buffer.concat([head, frame]));
    });
    const time = number(0xe7, Math.round(first * milliseconds));
    clusters.push(element(0x1f_43_b6_75, Buffer.concat([time, ...blocks])));
  }
  return clusters;
}

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  const first = bytes.findIndex((byte) => byte !== 0);
  return element(id, bytes.subarray(first === -1 ? 5 : first));
}
