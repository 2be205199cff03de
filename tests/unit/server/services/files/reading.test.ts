import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#server/services/files/reading/decodeText.ts';
import { detectType } from '#server/services/files/reading/detectType.ts';
import { encodedTexts } from '../../../../fixtures/encodedTexts.ts';
import { wideText } from '../../../../setup/files.ts';

/** Texts as people write them: no control characters, no halves of pairs. */
const writing = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .filter((text) => !/[\p{Cc}\p{Cn}\ufffe\uffff]/u.test(text) && text.isWellFormed());

describe('the type of a file', () => {
  it.each([
    ['89504e470d0a1a0a0000', 'png'],
    ['ffd8ffe0', 'jpeg'],
    ['474946383961', 'gif'],
    ['52494646000000005745425056503820', 'webp'],
    ['255044462d312e37', 'pdf'],
    ['efbbbf41', 'text'],
    ['fffe4100', 'text'],
    ['504b0304', undefined],
    ['7f454c46', undefined],
    ['52494646000000005741564566', undefined],
    ['1f8b0800', undefined],
    ['00010203', undefined],
  ])('of %s is %s', (head, type) => {
    expect(detectType(Buffer.from(head, 'hex'))).toBe(type);
  });
});

describe('a text', () => {
  it('is decoded from any of its encodings unchanged', () => {
    fc.assert(
      fc.property(writing, (text) => {
        for (const bytes of [
          Buffer.from(text),
          wideText(text, 'le', true),
          wideText(text, 'be', true),
        ]) {
          expect(detectType(bytes.subarray(0, 512))).toBe('text');
          expect(decodeText(bytes)).toBe(text.replace(/^\ufeff/, ''));
        }
      }),
    );
  });

  it('is not detected in bytes with a control character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        // oxlint-disable-next-line no-control-regex -- they are what must not come
        expect(decodeText(bytes) ?? '').not.toMatch(/[\0-\u0008\u000e-\u001f\u007f]/);
      }),
    );
  });

  it.each([
    ['\u001b[1;31merror\u001b[0m: \u001b]0;title\u0007no', 'error: no'],
    ['\u001b[38;5;12mblue\u001b[K\u001b(B', 'blue'],
    ['N\bNA\bAM\bME\bE _\bx', 'NAME x'],
  ])('loses the colours of terminals: %j', (text, plain) => {
    expect(detectType(Buffer.from(text))).toBe('text');
    expect(decodeText(Buffer.from(text))).toBe(plain);
  });

  it.each(encodedTexts)('is read in %s: %j', (_, text, base64) => {
    const bytes = Buffer.from(base64, 'base64');
    expect(detectType(bytes.subarray(0, 512))).toBe('text');
    expect(decodeText(bytes)).toBe(text);
  });

  it.each([
    '<!DOCTYPE html>',
    '  <HTML lang="en">',
    '<!-- a --><!-- b -->\n<svg>',
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x">',
    '<svg:svg>',
    '<script>alert(1)</script>',
    '<body onload=x>',
    '<p align="center">',
    '# <html>',
    'a < b',
    '<!-- only a note -->',
    '<svgs/>',
    '<?php 1;',
  ])('may be %s', (text) => {
    expect(decodeText(Buffer.from(text))).toBe(text);
  });
});
