import { describe, expect, it } from 'vitest';
import { charsetOf } from '#server/gateways/web/createWeb.ts';
import { readPage } from '#server/services/search/reading/readPage.ts';
import { encodedTexts } from '../../../../fixtures/encodedTexts.ts';

const [, text = '', base64 = ''] =
  encodedTexts.find(([name, one]) => name === 'GBK' && one.includes('会议')) ?? [];

/** A page whose only text is in GBK. */
function page(head: string): Buffer {
  const body = [Buffer.from('<body><article><p>'), Buffer.from(base64, 'base64')];
  return Buffer.concat([
    Buffer.from(`<html><head>${head}</head>`),
    ...body,
    Buffer.from('</p></article>'),
  ]);
}

async function readText(body: Buffer, header = 'text/html'): Promise<string | undefined> {
  const charset = charsetOf(header, body);
  const task = { contentType: 'text/html', charset, body: body.toString('base64') };
  return (await readPage(task))?.text;
}

describe('the text of a page in another encoding', () => {
  it.each([
    ['its header', '', 'text/html; charset=GB2312'],
    ['its head', '<meta charset="gbk">', undefined],
    [
      'its head, after much else',
      `<style>${'a{}'.repeat(2_000)}</style><meta http-equiv="content-type" content="text/html; charset=gb18030">`,
      undefined,
    ],
    ['nothing', '', undefined],
    ['a wrong header', '<meta charset=gbk>', 'text/html; charset=utf-8'],
    ['a default header', '', 'text/html; charset=ISO-8859-1'],
    ['an unknown name', '<meta charset="x-unknown">', undefined],
  ])('is read where %s names it', async (_, head, header) => {
    expect(await readText(page(head), header)).toBe(text);
  });

  it('is left out if it has replacement characters', async () => {
    const broken = Buffer.concat([
      Buffer.from(`<p>${'Größe und Übermaß. '.repeat(9)}`),
      Buffer.from([0xff]),
    ]);
    expect(await readText(broken, 'text/html; charset=utf-8')).toBeUndefined();
  });
});
