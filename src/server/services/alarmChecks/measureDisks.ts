import { stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { CorePlatform } from '#server/context.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';

/** The least free share of a disk, and the share from which on it is enough again. */
const least = 0.1;
const enough = 0.12;

/**
 * Notes whether the disks of this server have room. Each process measures its own. One that has ended no longer does, and
 * what it noted is forgotten.
 */
export async function measureDisks(platform: CorePlatform): Promise<void> {
  const { dataDir, mediaStore } = platform.config;
  const folders = mediaStore.startsWith('s3://') ? [dataDir] : [dataDir, mediaStore];
  const devices = new Set<number>();
  for (const folder of folders) {
    const measured = await measure(folder);
    // Two folders on one disk are one problem. A folder that does not exist yet has none.
    if (!measured || devices.has(measured.device)) continue;
    devices.add(measured.device);
    const subject = `${hostname()} ${folder}`;
    const { share } = measured;
    const detail = { percent: Math.floor(share * 100) };
    if (share < least) await noteFailure(platform, { name: 'disk_low', subject, detail });
    else if (share >= enough) await noteSuccess(platform, { name: 'disk_low', subject });
  }
}

async function measure(folder: string): Promise<{ device: number; share: number } | undefined> {
  try {
    const { bavail, blocks } = await statfs(folder);
    const { dev } = await stat(folder);
    return blocks === 0 ? undefined : { device: dev, share: bavail / blocks };
  } catch {
    return undefined;
  }
}
