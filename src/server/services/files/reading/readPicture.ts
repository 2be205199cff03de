import { writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { pictureMaxPixels, pictureMaxSide } from '#domain/chat/attachments.ts';
import { pictureSide } from '#domain/account/profile.ts';
import type { ReadFile, ReadingTask } from '#server/services/files/reading/reading.ts';
import { UnreadableError } from '#server/services/files/reading/unreadableError.ts';

/** The largest picture that every provider accepts, in bytes. */
const storedMaxBytes = 3_500_000;

const secondsAtMost = 20;

const mediaTypes: Readonly<Record<string, ReadFile['type']>> = {
  png: 'image/png',
  webp: 'image/webp',
};

/** JPEG qualities, tried in this order until the picture is small enough. */
const qualities = [85, 70, 50];

/**
 * Encodes a picture again from its pixels, upright and at most `pictureMaxSide` long, so that no other data of the file
 * are stored; of an animation, the first frame. Photographs become JPEG, drawings and transparent pictures PNG. Throws
 * `UnreadableError`.
 */
export async function readPicture({ type, input, output, square }: ReadingTask): Promise<ReadFile> {
  sharp.cache(false);
  sharp.concurrency(1);
  await checkHeader(input, type);
  const { data, info } = square
    ? await encodeSquare(input, square.position)
    : await encode(await isPhotograph(input, type), () => upright(input));
  await writeFile(output, data, { flag: 'wx', mode: 0o600 });
  return {
    type: mediaTypes[info.format] ?? 'image/jpeg',
    file: 'output',
    width: info.width,
    height: info.height,
    pages: null,
    characters: null,
    tokens: null,
  };
}

async function checkHeader(input: string, type: string): Promise<void> {
  const { format, width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  if (format !== type) throw new UnreadableError({ rule: 'type' });
  if (width * height > pictureMaxPixels) {
    throw new UnreadableError({ rule: 'pixels', most: pictureMaxPixels });
  }
}

/** Returns the largest square of the picture, scaled down. */
async function encodeSquare(
  input: string,
  position: number,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const { autoOrient } = await sharp(input, { limitInputPixels: pictureMaxPixels }).metadata();
  const side = Math.min(autoOrient.width, autoOrient.height);
  return sharp(input, { limitInputPixels: pictureMaxPixels, failOn: 'error' })
    .timeout({ seconds: secondsAtMost })
    .autoOrient()
    .extract({
      left: Math.round((autoOrient.width - side) * position),
      top: Math.round((autoOrient.height - side) * position),
      width: side,
      height: side,
    })
    .resize({ width: pictureSide, height: pictureSide })
    .toColourspace('srgb')
    .webp({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
}

async function isPhotograph(input: string, type: string): Promise<boolean> {
  if (type !== 'webp') return type === 'jpeg';
  const { hasAlpha } = await sharp(input).metadata();
  return !hasAlpha;
}

function upright(input: string): Sharp {
  return sharp(input, { limitInputPixels: pictureMaxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: secondsAtMost })
    .autoOrient()
    .resize({
      width: pictureMaxSide,
      height: pictureMaxSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb');
}

async function encode(
  isPhoto: boolean,
  open: () => Sharp,
): Promise<{ data: Buffer; info: OutputInfo }> {
  if (!isPhoto) {
    const drawing = await open().png().toBuffer({ resolveWithObject: true });
    if (drawing.info.size <= storedMaxBytes) return drawing;
  }
  for (const quality of qualities) {
    const flat = open().flatten({ background: '#ffffff' });
    const photo = await flat.jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (photo.info.size <= storedMaxBytes) return photo;
  }
  throw new UnreadableError({ rule: 'effort' });
}
