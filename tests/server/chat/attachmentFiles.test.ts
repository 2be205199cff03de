import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, sendFile, upload } from '../../setup/attachments.ts';
import {
  animation,
  bomb,
  lockedPdf,
  noise,
  pdf,
  pdfBomb,
  photograph,
  picture,
  wideText,
  zip,
} from '../../setup/files.ts';
import { errorOf } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await server.signIn());
});

afterAll(() => server.close());

/** Uploads, reads the stored file, and deletes it. */
async function keep(file: Buffer, name?: string) {
  const attachment = await upload(server, cookie, file, name);
  const kept = await download(server, cookie, attachment.id);
  await server.fetch(`/api/chat/attachments/${attachment.id}`, { method: 'DELETE', cookie });
  return { attachment, ...kept };
}

describe('an uploaded picture', () => {
  it('is rotated upright and stripped of place and camera', async () => {
    const file = await photograph(400, 300);
    expect(file.includes('Secret camera')).toBe(true);
    const { attachment, bytes } = await keep(file, 'holiday.jpg');
    expect(attachment).toMatchObject({
      kind: 'image',
      name: 'holiday.jpg',
      type: 'image/jpeg',
      size: bytes.byteLength,
      width: 300,
      height: 400,
      characters: null,
    });
    const kept = await sharp(bytes).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect(bytes.includes('Secret camera')).toBe(false);
  });

  it('is scaled down for every model', async () => {
    const large = await keep(await picture(5_000, 2_500).png().toBuffer());
    expect(large.attachment).toMatchObject({ type: 'image/png', width: 2_048, height: 1_024 });
    const noisy = await keep(await noise(1_500, 1_500).png().toBuffer());
    expect(noisy.attachment.type).toBe('image/jpeg');
    expect(noisy.attachment.size).toBeLessThanOrEqual(3_500_000);
  });

  it('keeps transparency, and of an animation the first frame', async () => {
    const clear = await keep(await picture(20, 10, 0.5).webp().toBuffer());
    expect(clear.attachment).toMatchObject({ type: 'image/png', width: 20, height: 10 });
    expect((await sharp(clear.bytes).metadata()).hasAlpha).toBe(true);
    const still = await keep(await animation());
    expect(still.attachment).toMatchObject({ type: 'image/png', width: 40, height: 30 });
    const { dominant } = await sharp(still.bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
    const photo = await keep(await picture(64, 64).webp().toBuffer());
    expect(photo.attachment.type).toBe('image/jpeg');
  });

  it('loses hidden data after its end', async () => {
    const jpeg = await picture(30, 30).jpeg().toBuffer();
    const { bytes } = await keep(Buffer.concat([jpeg, zip(), Buffer.from('<script>alert(1)')]));
    expect(bytes.includes('<script>')).toBe(false);
    expect(bytes.includes('PK')).toBe(false);
  });
});

describe('an uploaded document', () => {
  it('is kept, with its text', async () => {
    const file = pdf(['Hello herons', 'Second page']);
    const { attachment, bytes } = await keep(file, 'report.pdf');
    expect(attachment).toMatchObject({ kind: 'pdf', type: 'application/pdf', width: null });
    expect(attachment.characters).toBe('Hello herons\n\nSecond page'.length);
    expect(bytes.equals(file)).toBe(true);
    expect((await keep(pdf(['']))).attachment.characters).toBe(0);
  });

  it.each([
    ['UTF-8', Buffer.from('Grüße, 鷺')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße, 鷺')],
    ['UTF-16 little-endian', wideText('Grüße, 鷺', 'le', true)],
    ['UTF-16 big-endian', wideText('Grüße, 鷺', 'be', true)],
  ])('is read in %s', async (_, file) => {
    const { attachment, bytes } = await keep(file, 'notes.txt');
    expect(attachment).toMatchObject({ kind: 'text', type: 'text/plain', characters: 8 });
    expect(bytes.toString('utf8')).toBe('Grüße, 鷺');
  });

  it('may be code, and UTF-16 without a mark', async () => {
    const code = '<!-- a page\n-->\n<template>\n\t<p>Hi</p>\n</template>\n';
    expect((await keep(Buffer.from(code), 'page.vue')).attachment.kind).toBe('text');
    expect((await keep(wideText('a,b\r\n1,2\r\n', 'le', false))).bytes.toString()).toBe(
      'a,b\r\n1,2\r\n',
    );
  });
});

describe('a page, a vector graphic or a source file', () => {
  it.each([
    ['page.html', '\n<!-- x --><!DOCTYPE html><p onclick="x()">Hi</p><script>x()</script>'],
    ['drawing.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['main.c', '#include <stdio.h>\n\fint main(void) { return 0; }\n'],
  ])('is stored and served as text: %s', async (name, text) => {
    const attachment = await upload(server, cookie, Buffer.from(text), name);
    expect(attachment).toMatchObject({ kind: 'text', type: 'text/plain' });
    const served = await server.fetch(`/api/chat/attachments/${attachment.id}`, { cookie });
    expect(served.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await served.text()).toBe(text);
    await server.fetch(`/api/chat/attachments/${attachment.id}`, { method: 'DELETE', cookie });
  });
});

describe('an unsupported file is refused with its rule', () => {
  const jpeg = () => noise(300, 300).jpeg().toBuffer();
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.byteLength / 2);
  const cases: readonly (readonly [string, () => Buffer | Promise<Buffer>, string])[] = [
    ['nothing', () => Buffer.alloc(0), 'attachment_unreadable'],
    ['only spaces', () => Buffer.from('  \n'), 'attachment_unreadable'],
    ['an archive', zip, 'attachment_type'],
    ['a program', () => Buffer.from('7f454c460201010000', 'hex'), 'attachment_type'],
    ['a text with control characters', () => Buffer.from('a\u0001b'), 'attachment_type'],
    ['bytes that are no text', () => Buffer.from('812081208d208120', 'hex'), 'attachment_encoding'],
    ['half a pair of UTF-16', () => wideText('a\ud83d', 'le', true), 'attachment_encoding'],
    ['a truncated photograph', async () => half(await jpeg()), 'attachment_unreadable'],
    [
      'a truncated drawing',
      async () => half(await noise(300, 300).png().toBuffer()),
      'attachment_unreadable',
    ],
    [
      'a script that begins like a picture',
      () => Buffer.from('GIF89a/*'.padEnd(600, 'x') + '*/=1;alert(1)'),
      'attachment_unreadable',
    ],
    [
      'a page that begins like a document',
      () => Buffer.from('%PDF-1.4\n<html><script>alert(1)</script>'),
      'attachment_unreadable',
    ],
    ['a locked document', lockedPdf, 'attachment_encrypted'],
    ['a document of very many pages', () => pdf(Array(1_001).fill('')), 'attachment_pages'],
    ['a document of 300 million spaces', () => pdfBomb(300_000_000), 'attachment_effort'],
    ['a picture of 400 million pixels', () => bomb(20_000), 'attachment_pixels'],
  ];

  it.each(cases)('%s', async (_, make, code) => {
    const file = await make();
    expect(await errorOf(await sendFile(server, cookie, file, 'holiday.jpg'))).toMatchObject({
      code,
    });
  });

  it('a picture is recognised by its content, not by the extension of its name', async () => {
    const { attachment, headers } = await keep(await picture(8, 8).gif().toBuffer(), 'a.pdf');
    expect(attachment.kind).toBe('image');
    expect(headers.get('content-disposition')).toContain('filename="a.png"');
  });
});
