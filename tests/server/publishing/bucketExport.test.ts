import { afterEach, describe, expect, it } from 'vitest';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { type SiteFiles, exportTo, publishFiles, temporaryFolders } from '../../setup/exporting.ts';
import { siteFiles } from '../../setup/renderedSite.ts';
import { type S3Server, startS3Server } from '../../setup/s3Server.ts';

const folders = temporaryFolders();
const servers: S3Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await folders.removeAll();
});

describe('an export to a bucket', () => {
  it('uploads assets first, then pages, then the record, and deletes last', async () => {
    const { dataDir, s3 } = await bucketCase();
    const files: SiteFiles = { ...siteFiles('one'), 'en/x.html': 'x' };
    await publishFiles(dataDir, files, ['gone']);
    await exportTo(dataDir, 's3://bucket/site', s3);
    const page = s3.objects.get('bucket/site/en/pricing');
    expect(page?.body.toString()).toContain('data-edition="one"');
    expect(page?.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-amz-meta-content-security-policy': expect.stringContaining(`script-src 'self' 'sha256-`),
    });
    expect(s3.objects.get('bucket/site/_astro/app.one.js')?.headers).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(s3.objects.has('bucket/site/en/categories/写作')).toBe(true);
    expect(s3.objects.has('bucket/site/_host/gone/en/gpts/gone')).toBe(true);
    expect(s3.mostAtOnce()).toBeGreaterThan(1);
    expect(s3.mostAtOnce()).toBeLessThanOrEqual(8);

    s3.done.length = 0;
    expect(await exportTo(dataDir, 's3://bucket/site', s3)).toEqual({ kind: 'unchanged' });
    expect(s3.done.filter((line) => !line.startsWith('GET'))).toEqual([]);

    const { 'en/x.html': _gone, ...fewer } = files;
    await publishFiles(dataDir, { ...fewer, 'en/pricing.html': 'new', '_astro/new.js': '1' }, [
      'gone',
    ]);
    s3.done.length = 0;
    expect(await exportTo(dataDir, 's3://bucket/site', s3)).toMatchObject({
      pages: 1,
      assets: 1,
      removed: 1,
    });
    expect(s3.done).toEqual([
      'GET bucket/site/_host/export.json.gz',
      'PUT bucket/site/_host/pending.json.gz',
      'PUT bucket/site/_astro/new.js',
      'PUT bucket/site/en/pricing',
      'PUT bucket/site/_host/export.json.gz',
      'DELETE bucket/site/en/x',
      'DELETE bucket/site/_host/pending.json.gz',
    ]);
  });

  it('signs every name, retries when the storage fails, and names the reason when it gives up', async () => {
    const { dataDir, s3 } = await bucketCase();
    const odd = [`it's (a) + b*c!`, '100%', 'ä=&;@:$,#?'];
    const pages = odd.map((name) => [`en/tags/${fileSegment(name)}.html`, 'odd'] as const);
    await publishFiles(dataDir, { ...siteFiles('one'), ...Object.fromEntries(pages) });
    s3.faults.push('answers 503', 'cuts the connection', 'answers 429');
    await exportTo(dataDir, 's3://bucket', s3);
    for (const name of odd) expect(s3.objects.has(`bucket/en/tags/${name}`)).toBe(true);
    expect(s3.faults).toEqual([]);
    s3.config.secretAccessKey += 'x';
    await expect(exportTo(dataDir, 's3://bucket', s3)).rejects.toThrow(
      'The storage did not take GET of _host/export.json.gz: it answered 403 (The signature is wrong.)',
    );
  });

  it('has the same result after an interruption at any step', async () => {
    const { dataDir, s3 } = await bucketCase();
    const many = (edition: string): SiteFiles => ({
      ...siteFiles('one'),
      [`en/${edition}.html`]: edition,
      'en/x.html': edition,
    });
    await publishFiles(dataDir, many('e0'));
    await exportTo(dataDir, 's3://bucket', s3);
    for (const [index, stop] of [2, 3, 4, 5].entries()) {
      await publishFiles(dataDir, many(`e${index + 1}`));
      const stopping = new AbortController();
      s3.done.length = 0;
      s3.onDone = (count) => count === stop && stopping.abort();
      const run = exportTo(dataDir, 's3://bucket', s3, stopping.signal);
      await expect(run).rejects.toThrow();
    }
    s3.onDone = () => undefined;
    await exportTo(dataDir, 's3://bucket', s3);
    const names = [...s3.objects.keys()].filter((name) => /^bucket\/en\/(e\d|x)$/.test(name));
    expect(names.toSorted()).toEqual(['bucket/en/e4', 'bucket/en/x']);
    expect(s3.objects.get('bucket/en/x')?.body.toString()).toBe('e4');
    expect(s3.objects.has('bucket/_host/pending.json.gz')).toBe(false);
  });
});

async function bucketCase(): Promise<{ dataDir: string; s3: S3Server }> {
  const s3 = await startS3Server();
  servers.push(s3);
  return { dataDir: await folders.make(), s3 };
}
