import { expect, it } from 'vitest';
import { namesOnlyFiles } from '#islands/chat/composer/pastedFiles.ts';

const files = [{ name: 'report 1.pdf' }, { name: 'Ü.png' }];

it.each([
  ['', true],
  ['report 1.pdf', true],
  ['report 1\nÜ', true],
  ['report 1.pdf\rU\u0308.png', true],
  ['/home/someone/report 1.pdf\n/home/someone/Ü.png', true],
  ['file:///home/someone/report%201.pdf\r\nfile:///home/someone/%C3%9C.png\r\n', true],
  ['x-special/nautilus-clipboard\ncopy\nfile:///home/someone/report%201.pdf', true],
  ['C:\\Users\\someone\\report 1.pdf', true],
  ['report', false],
  ['Quarter\tSum\n1\t200', false],
  ['See report 1.pdf for more', false],
  ['report 1.pdf\nand some text', false],
  ['file:///100%', false],
])('treats the text %j that comes with files as their names, or as text', (text, isNames) => {
  expect(namesOnlyFiles(text, files)).toBe(isNames);
});
