import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * Returns Node's flags for a process with foreign files: it can read only our code, our packages and these folders, and
 * cannot start processes. `memory` limits its JavaScript heap, in megabytes.
 */
export function isolationFlags(memory: number, folders: readonly string[] = []): string[] {
  const readable = [
    join(project, 'src'),
    join(project, 'package.json'),
    realpathSync(join(project, 'node_modules')),
    ...folders,
  ];
  return [
    `--max-old-space-size=${memory}`,
    '--permission',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}
