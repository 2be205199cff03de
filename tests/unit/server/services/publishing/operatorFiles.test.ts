import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';

const jpeg = await readFile(new URL('../../../../fixtures/qqGroup.jpg', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'dolores-operator-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filesWith(content: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const file = join(folder, 'picture.jpg');
  await writeFile(file, content);
  return operatorFiles({ qqPicture: file });
}

describe('the picture of the QQ group', () => {
  it('is served as /QQ.jpg, unchanged', async () => {
    expect([...(await filesWith(jpeg))]).toEqual([['/QQ.jpg', jpeg]]);
  });

  it('is missing if none is configured', async () => {
    expect((await operatorFiles({ qqPicture: undefined })).size).toBe(0);
  });

  it.for<[what: string, content: Buffer]>([
    ['a text', Buffer.from('no picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['the start of a JPEG', jpeg.subarray(0, 24)],
    ['a page that begins like one', Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<html>')])],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('is refused when it is %s', async ([, content]) => {
    await expect(filesWith(content)).rejects.toThrow('QQ_PICTURE is no JPEG');
  });

  it('is refused over 1 MB, for any size', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(1_000_000)]);
    await expect(filesWith(large)).rejects.toThrow('QQ_PICTURE is over 1 MB');
    await expect(operatorFiles({ qqPicture: '/dev/zero' })).rejects.toThrow('over 1 MB');
  });

  it('is refused with a sentence if it is missing', async () => {
    await expect(operatorFiles({ qqPicture: join(folder, 'none.jpg') })).rejects.toThrow(
      'QQ_PICTURE cannot be read: ENOENT',
    );
  });
});
