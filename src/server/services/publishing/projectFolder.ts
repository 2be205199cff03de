import { fileURLToPath } from 'node:url';

/** The folder of this project. */
export function projectFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url));
}
