import { join } from 'node:path';
import { readIfThere } from '#site/siteFolder.ts';

/** The local address of the running server of this data folder (`server.json`), or `undefined` when none runs. */
export async function serverAddress(dataDir: string): Promise<string | undefined> {
  try {
    const text = await readIfThere(join(dataDir, 'server.json'));
    const found = JSON.parse(text ?? 'null') as { url: string; pid: number } | null;
    if (found === null) return undefined;
    process.kill(found.pid, 0);
    return found.url;
  } catch {
    return undefined;
  }
}
