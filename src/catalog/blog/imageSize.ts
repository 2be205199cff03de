/** Width and height in pixels. */
export type ImageSize = { width: number; height: number };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Returns the size of a PNG or SVG from its first bytes. Returns `undefined` for other files, and for an SVG without `width`,
 * `height` and `viewBox`.
 */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  const size = bytes.subarray(0, 8).equals(signature) ? pngSize(bytes) : svgSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function svgSize(bytes: Buffer): ImageSize | undefined {
  const tag = /<svg\b[^>]*>/.exec(bytes.toString('utf8', 0, 4_000))?.[0];
  if (tag === undefined) return undefined;
  const width = /\swidth=["'](\d+(?:\.\d+)?)(?:px)?["']/.exec(tag)?.[1];
  const height = /\sheight=["'](\d+(?:\.\d+)?)(?:px)?["']/.exec(tag)?.[1];
  if (width !== undefined && height !== undefined) {
    return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
  }
  const box = /\sviewBox=["']\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  if (!box) return undefined;
  return { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) };
}
