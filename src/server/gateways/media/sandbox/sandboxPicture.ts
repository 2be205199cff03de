import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { escapeHtml } from '#domain/escapeHtml.ts';
import type { PictureSize } from '#domain/media.ts';

const sides: Readonly<Record<PictureSize, { width: number; height: number }>> = {
  square: { width: 512, height: 512 },
  landscape: { width: 768, height: 512 },
  portrait: { width: 512, height: 768 },
};

const lineCharacters = 26;
const linesAtMost = 8;

/** Returns a PNG of the prompt on circles, whose colours and positions follow from the prompt. */
export async function sandboxPicture(prompt: string, size: PictureSize): Promise<Uint8Array> {
  return sharp(Buffer.from(sandboxSvg(prompt, sides[size], 0)))
    .png()
    .toBuffer();
}

/** Returns the picture as SVG. `turn`, from 0 to 1, moves its circles around once. */
export function sandboxSvg(
  prompt: string,
  { width, height }: { width: number; height: number },
  turn: number,
): string {
  const random = createHash('sha256').update(prompt).digest();
  const byte = (index: number) => random.readUInt8(index % random.length);
  const circles = Array.from({ length: 7 }, (_, index) => {
    const angle = 2 * Math.PI * (turn + byte(index) / 256);
    const x = width / 2 + (Math.cos(angle) * width * byte(index + 7)) / 600;
    const y = height / 2 + (Math.sin(angle) * height * byte(index + 14)) / 600;
    const radius = (Math.min(width, height) * (40 + byte(index + 21) / 3)) / 512;
    const hue = Math.round((byte(index + 3) * 360) / 256);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="hsl(${hue},65%,60%)" fill-opacity="0.8"/>`;
  });
  const fontSize = Math.round(width / 20);
  const lines = linesOf(prompt).map(
    (line, index) =>
      `<text x="50%" y="${fontSize * (2.2 + 1.3 * index)}" text-anchor="middle">${escapeHtml(line)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${Math.round((byte(0) * 360) / 256)},40%,92%)"/>${circles.join('')}` +
    `<g font-family="sans-serif" font-size="${fontSize}" fill="#111">${lines.join('')}` +
    `<text x="50%" y="${height - fontSize}" text-anchor="middle">Sandbox</text></g></svg>`
  );
}

function linesOf(prompt: string): string[] {
  const lines: string[] = [''];
  for (const word of prompt.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last === '' || last.length + word.length < lineCharacters) {
      lines[lines.length - 1] = `${last} ${word}`.trim().slice(0, lineCharacters);
    } else lines.push(word.slice(0, lineCharacters));
  }
  return lines.slice(0, linesAtMost);
}
