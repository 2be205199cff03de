import { format } from 'node:util';
import { CommanderError } from 'commander';
import { ConfigError } from '#server/config.ts';
import { UsageError, sentenceOf } from '#server/errors.ts';
import { isJson } from './invocation.ts';
import { plainLine, visibleLines } from './terminal.ts';

/** The result of the command that runs, for `--json`. */
let result: { value: unknown } | undefined;

/** Prints a result: with `--json` as the one JSON document of the command, else by `print`. */
export function printResult<Value>(value: Value, print: (value: Value) => void): void {
  if (!isJson()) return print(value);
  if (result !== undefined) throw new Error('A command has one result');
  result = { value };
}

export type Output = {
  /** Prints the document of `--json`. */
  end: () => void;
  /** Prints why the command failed, and sets the exit status: 2 for a wrong command line, else 1. */
  fail: (error: unknown, isUsage: boolean) => void;
  /** A text of Commander, such as a help, to standard output. */
  write: (text: string) => void;
  /** A text of Commander to standard error. */
  writeError: (text: string) => void;
  close: () => void;
};

/**
 * Takes over `console` while a command runs. No character that could control the terminal passes. With `json` lines are
 * kept until the result is printed, and go to standard error; the document of a help is `{ "lines": […] }`.
 */
export function openOutput(json: boolean): Output {
  const { log, error } = console;
  const lines: string[] = [];
  result = undefined;
  const print = (text: string) => void (json ? lines.push(...text.split('\n')) : log(text));
  console.log = (...values: unknown[]) => print(visibleLines(format(...values)));
  console.error = (...values: unknown[]) => error(visibleLines(format(...values)));
  return {
    end: () => {
      if (!json) return;
      if (result === undefined) return log(jsonText({ lines }));
      for (const line of lines) error(line);
      log(jsonText(result.value));
    },
    fail: (reason, isUsage) => {
      process.exitCode = isUsage ? 2 : 1;
      const sentence = textOf(reason);
      // Commander has printed its own errors.
      const isPrinted = reason instanceof CommanderError;
      // The results from before the failure.
      const done = { ...(result && { result: result.value }), ...(lines.length > 0 && { lines }) };
      if (json) error(jsonText({ error: withoutPrefix(sentence), ...done }));
      else if (!isPrinted) error(sentence);
    },
    write: (text) => print(visibleLines(text.trimEnd())),
    writeError: (text) => void (json || process.stderr.write(visibleLines(text))),
    close: () => Object.assign(console, { log, error }),
  };
}

/** Whether an error is about the command line itself. */
export function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || error instanceof CommanderError;
}

/** Returns JSON in which characters that could control a terminal are escaped. */
export function jsonText(value: unknown): string {
  const plain = (_: string, one: unknown) => (typeof one === 'bigint' ? String(one) : one);
  const text = JSON.stringify(value ?? null, plain, 2);
  return text.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Returns the sentence of an error on one line, except those that have several of their own. */
function textOf(error: unknown): string {
  // A group of commands without one of them: its help was printed.
  if (error instanceof CommanderError && error.code === 'commander.help') return 'Name a command';
  const sentence = sentenceOf(error);
  const hasLines = isUsageError(error) || error instanceof ConfigError;
  return hasLines ? visibleLines(sentence) : plainLine(sentence);
}

function withoutPrefix(sentence: string): string {
  return sentence.replace(/^error: /, '');
}
