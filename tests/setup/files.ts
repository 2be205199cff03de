import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { Random } from './random.ts';

/** A plain picture of one colour. */
export function picture(width: number, height: number, alpha = 1): Sharp {
  const background = { r: 200, g: 40, b: 40, alpha };
  return sharp({ create: { width, height, channels: alpha === 1 ? 3 : 4, background } });
}

/** A photograph with its place and camera, rotated by 90 degrees. */
export function photograph(width: number, height: number): Promise<Buffer> {
  return picture(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Secret camera' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .jpeg()
    .toBuffer();
}

/** Pixels that nothing makes smaller. */
export function noise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  const random = new Random(1);
  for (let index = 0; index < pixels.length; index += 4) {
    pixels.writeInt32LE(random.whole(0, 0x7fffffff), Math.min(index, pixels.length - 4));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** An animation whose frames have different colours. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: 100, loop: 0 })
    .toBuffer();
}

/** A black picture that is small as a file and huge as pixels: a valid PNG of one bit each. */
export function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PDF with a page for each text; without words where the text is empty. */
export function pdf(pages: readonly string[], more: { trailer?: string } = {}): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const content = text === '' ? '' : `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
      const resources = '/Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return fileOf(objects, more.trailer ?? '');
}

/** A PDF that is small as a file and takes `bytes` to read. */
export function pdfBomb(bytes: number): Buffer {
  const content = deflateSync(Buffer.alloc(bytes, ' '), { level: 1 });
  const filter = `<< /Length ${content.byteLength} /Filter /FlateDecode >>`;
  return fileOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      `${filter}\nstream\n${content.toString('latin1')}\nendstream`,
    ],
    '',
  );
}

/** A PDF that asks for a password before it shows anything. */
export function lockedPdf(): Buffer {
  const key = `<${'ab'.repeat(32)}>`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`;
  return pdf(['Secret'], { trailer: `${encrypt} /ID [<0123> <0123>]` });
}

function fileOf(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** A text in UTF-16, with or without its mark. */
export function wideText(text: string, order: 'le' | 'be', mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

/** An empty ZIP archive with a file in it, as office documents are. */
export function zip(): Buffer {
  const local = Buffer.from(
    '504b0304140000000000000000000000000000000000000000000100000061',
    'hex',
  );
  return Buffer.concat([local, Buffer.from('504b0506' + '00'.repeat(18), 'hex')]);
}
