import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const dolores = fileURLToPath(new URL('../../scripts/dolores.ts', import.meta.url));

/**
 * Runs an operator's command on a data folder; its output is shown only when it fails.
 *
 * Throws `Error` with its last output if it fails.
 */
export async function runOperator(dataDir: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [dolores, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-5_000);
    });
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`dolores ${args.join(' ')} failed:\n${output}`);
}
