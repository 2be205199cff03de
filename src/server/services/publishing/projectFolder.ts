import { fileURLToPath } from 'node:url';

export function projectFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url));
}
