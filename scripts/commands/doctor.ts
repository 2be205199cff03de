import type { Command } from 'commander';
import { examine } from '#server/services/doctor/examine.ts';
import type { NamedFinding } from '#server/services/doctor/runChecks.ts';
import { announceIfPossible } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

const marks = { problem: 'PROBLEM', warning: 'warning', ok: 'ok     ' } as const;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'look at every part of this installation and say what to do; asks each model provider one tiny question, and changes nothing. Exits with status 1 if there is a problem',
    )
    .action(doctor);
}

async function doctor(): Promise<void> {
  announceIfPossible();
  const findings = await examine(process.env);
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
  printResult(findings, print);
}

function print(findings: readonly NamedFinding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { check, level, text, next } of findings) {
    console.log(`${marks[level]}  ${check.padEnd(width)}  ${oneLine(text)}`);
    if (next !== null) console.log(`${' '.repeat(11 + width)}→ ${next}`);
  }
  const count = (wanted: NamedFinding['level']) =>
    findings.filter(({ level }) => level === wanted).length;
  console.log(`${count('problem')} problems, ${count('warning')} warnings, ${count('ok')} fine`);
}
