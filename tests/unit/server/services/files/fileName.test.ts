import { describe, expect, it } from 'vitest';
import { cleanName, contentDisposition, downloadName } from '#server/services/files/fileName.ts';

describe('the name of a file', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['鷺 観察.pdf', '鷺 観察.pdf'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['a\u0000b\r\n.txt', 'ab.txt'],
    ['..', 'file'],
    ['/', 'file'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['👩‍🚀.png', '👩‍🚀.png'],
  ])('%s is kept as %s', (given, kept) => {
    expect(cleanName(given)).toBe(kept);
  });

  it.each([
    ['photo.webp', 'image/png', 'photo.png'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['main.py', 'text/plain', 'main.py'],
    ['v1.2 report', 'application/pdf', 'v1.2 report.pdf'],
  ])('%s of %s is downloaded as %s', (name, type, download) => {
    expect(downloadName(name, type)).toBe(download);
  });

  it('cannot break out of its header', () => {
    expect(contentDisposition('attachment', 'a"; b=\'c\u00e9\r\n*')).toBe(
      'attachment; filename="a__ b__c____"; filename*=UTF-8\'\'a%22%3B%20b%3D%27c%C3%A9%0D%0A%2A',
    );
  });
});
