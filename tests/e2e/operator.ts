import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';

/** A new gift code, issued by the operator's command beside the running server. */
export async function issueGiftCode(credits: number): Promise<string> {
  return (await runCommand('codes', 'issue', '--credits', String(credits))).trim();
}

/** Runs an operator's command beside the running server. Returns what it printed. */
export async function runCommand(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...nodeFlags, 'scripts/dolores.ts', ...args],
    { env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'], LOG_LEVEL: 'silent' } },
  );
  return stdout;
}
