import { format } from 'node:util';
import { runOperator } from '../../scripts/commands/run.ts';
import './lastingPromotion.ts';
import { type OperatorCommand, type OperatorRun, splitRun } from './operatorProcess.ts';

/** Runs one command after the other in a process that has loaded them all: most of a command's time is its start. */

let printed = { out: '', err: '' };

process.stdout.write = taking('out');
process.stderr.write = taking('err');
console.log = (...values: unknown[]) => void (printed.out += `${format(...values)}\n`);
console.error = (...values: unknown[]) => void (printed.err += `${format(...values)}\n`);

process.on('message', (command: OperatorCommand) => void run(command));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function run({ args, env }: OperatorCommand): Promise<void> {
  printed = { out: '', err: '' };
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = 0;
  await runOperator(args);
  const run: OperatorRun = splitRun({ status: process.exitCode, ...printed });
  process.send?.(run);
}

function taking(name: keyof typeof printed): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...more: unknown[]) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = more.find((value) => typeof value === 'function');
    written?.();
    return true;
  };
}
