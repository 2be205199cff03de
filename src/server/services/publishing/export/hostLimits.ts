/** Most files that hosts of static files take, as of 2026. */
const hosts = [
  { name: 'Cloudflare Pages and Workers', files: 20_000 },
  { name: 'Cloudflare Pages and Workers on paid plans', files: 100_000 },
] as const;

/** From this part of a limit on it is named. */
const nearPart = 0.8;

/**
 * Throws a sentence for the operator when a site has more files than `most` (0 for any number): before anything is
 * written. Returns sentences about hosts whose limit is near or exceeded.
 */
export function checkFileCount(files: number, most: number): string[] {
  const count = files.toLocaleString('en');
  if (most > 0 && files > most) {
    throw new Error(
      `The site has ${count} files, and EXPORT_MAX_FILES allows ${most.toLocaleString('en')}: nothing was exported. Use a bucket, which has no such limit (docs/operating/export.md).`,
    );
  }
  return hosts
    .filter((host) => files >= host.files * nearPart)
    .map(({ name, files: limit }) => {
      const part = files > limit ? 'more than' : 'nearly as many as';
      return `The site has ${count} files, ${part} ${name} take (${limit.toLocaleString('en')})`;
    });
}
