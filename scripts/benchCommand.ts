import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { InvalidArgumentError } from 'commander';

// Functions that several commands `bench:*` use.

/** The flags and the description of the option `--json`. */
export const jsonOption = [
  '--json <file>',
  'write all figures to a file, or with - to standard output',
] as const;

/** Reads an option that must be a whole number between `least` and `most`. */
export function numberTo(most: number, least = 1): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    const range = `from ${least} to ${most.toLocaleString('en')}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Prints a line on standard error, because standard output is for the result. */
export function progress(line: string): void {
  console.error(line);
}

/** Returns the average number of processes that could run, over the last minute. */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** Prints the table, or the report as JSON if `json` is “-”. Any other `json` is the file for the report. */
export async function printReport(
  json: string | undefined,
  report: object,
  table: string,
): Promise<void> {
  const text = JSON.stringify({ measured: new Date().toISOString(), ...report }, null, 2);
  console.log(json === '-' ? text : table);
  if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
}
