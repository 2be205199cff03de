import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BrokenFile, markFile, markStream } from '#server/gateways/media/marks/markFile.ts';
import { digitalSourceType } from '#server/gateways/media/marks/markText.ts';
import { chunksOf } from '#server/gateways/media/marks/riff.ts';
import { sandboxFile } from '#server/gateways/media/sandbox/sandboxMedia.ts';
import { sniffMedia } from '#server/gateways/media/sniffMedia.ts';

const seed = Number(process.env['MEDIA_SEED'] ?? Date.now());

const size = fc.integer({ min: 1, max: 40 });
const formats = fc.constantFrom('png', 'jpeg', 'webp', 'lossless');

async function picture(format: string, width: number, height: number): Promise<Buffer> {
  const channels = format === 'lossless' ? 4 : 3;
  const background = { r: width, g: height, b: 90, alpha: 0.5 };
  const drawn = sharp({ create: { width, height, channels, background } });
  if (format === 'png') return drawn.png().toBuffer();
  if (format === 'jpeg') return drawn.jpeg().toBuffer();
  return drawn.webp({ lossless: format === 'lossless' }).toBuffer();
}

/** The lengths of the pieces follow each other again and again. */
async function* inPieces(whole: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < whole.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield whole.subarray(at, at + length);
    at += length;
  }
}

describe('the mark that a machine made a file', () => {
  it('is found in every picture, whose pixels stay the same', async () => {
    await fc.assert(
      fc.asyncProperty(formats, size, size, async (format, width, height) => {
        const bytes = await picture(format, width, height);
        const marked = markFile(bytes, sniffMedia(bytes) ?? 'image/png');
        const { xmp, ...after } = await sharp(marked).metadata();
        expect(xmp?.includes(digitalSourceType)).toBe(true);
        expect([after.width, after.height]).toEqual([width, height]);
        const pixels = await Promise.all([bytes, marked].map((one) => sharp(one).raw().toBuffer()));
        expect(pixels[1]).toEqual(pixels[0]);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('is in a list of facts after the sound, which does not change', async () => {
    const bytes = await sandboxFile('melody.wav');
    const marked = markFile(bytes, 'audio/wav');
    const [, data, facts] = chunksOf(marked);
    expect(chunksOf(marked).map(({ name }) => name)).toEqual(['fmt ', 'data', 'LIST']);
    expect(marked.subarray(44, 44 + (data?.size ?? 0))).toEqual(bytes.subarray(44));
    expect(marked.subarray(facts?.start).includes(digitalSourceType)).toBe(true);
    expect(marked.readUInt32LE(4)).toBe(marked.length - 8);
  });

  it('is before an MP3, in a tag with its length', () => {
    const sound = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
    const marked = markFile(sound, 'audio/mpeg');
    const length = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + marked.readUInt8(place), 0);
    expect(marked.subarray(10 + length)).toEqual(sound);
    expect(marked.subarray(0, 10 + length).includes(digitalSourceType)).toBe(true);
    expect(sniffMedia(marked)).toBe('audio/mpeg');
  });

  it('is after a video, in a tag or a box', async () => {
    const webm = await sandboxFile('video.webm');
    const mp4 = Buffer.from('0000001466747970697336f6d00000000', 'hex');
    expect(sniffMedia(webm)).toBe('video/webm');
    expect(markFile(webm, 'video/webm').includes(digitalSourceType)).toBe(true);
    const box = markFile(mp4, 'video/mp4').subarray(mp4.length);
    expect([box.readUInt32BE(0), box.toString('latin1', 4, 8)]).toEqual([box.length, 'uuid']);
  });

  it.each(['audio/mpeg', 'video/mp4', 'video/webm'] as const)(
    'is added to %s while it is streamed, for any chunks',
    async (type) => {
      const sound = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
      const mp4 = Buffer.from('0000001466747970697336f6d00000000', 'hex');
      const webm = type === 'video/webm' ? await sandboxFile('video.webm') : undefined;
      const start = Buffer.from(webm ?? (type === 'audio/mpeg' ? sound : mp4));
      const whole = Buffer.concat([start, Buffer.alloc(200_000, 'abc')]);
      const pieceLengths = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(pieceLengths, async (lengths) => {
          const passed: Buffer[] = [];
          for await (const piece of markStream(inPieces(whole, lengths), type)) passed.push(piece);
          expect(Buffer.concat(passed).equals(markFile(whole, type))).toBe(true);
        }),
        { seed, numRuns: 20 },
      );
    },
  );

  it('is not added to broken files', async () => {
    const noVideo = inPieces(Buffer.from('\u001aE\u00df\u00a3 and nothing else', 'latin1'), [9]);
    await expect(buffer(markStream(noVideo, 'video/webm'))).rejects.toThrow(BrokenFile);

    expect(() => markFile(Buffer.from('RIFF\0\0\0\0WEBP'), 'image/webp')).toThrow('empty');
    expect(() => markFile(Buffer.from('\u0089PNG but nothing else'), 'image/png')).toThrow(
      'header',
    );
  });
});
