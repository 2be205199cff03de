import { type OperatorHost, hostOperator } from '../setup/operatorProcess.ts';

let host: OperatorHost | undefined;

/** A new gift code, issued by the operator's command next to the running server. */
export async function issueGiftCode(credits: number): Promise<string> {
  return (await runCommand('codes', 'issue', '--credits', String(credits))).trim();
}

/**
 * Runs an operator's command next to the running server, in a process that each worker keeps. Returns its output.
 * Throws the output of its failure.
 */
export async function runCommand(...args: string[]): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'];
  host ??= hostOperator({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const { status, out, err } = await host.run(...args);
  if (status !== 0) throw new Error(err);
  return out;
}
