import { InvalidArgumentError } from 'commander';
import { type Day, isDay } from '#domain/dates.ts';
import { emailProblem } from '#domain/login/login.ts';
import { isUuid } from '#domain/texts/uuid.ts';
import { UsageError } from '#server/errors.ts';
import { oneLine } from './terminal.ts';

// Parsers of arguments and options. Each throws a sentence that names the option or the argument.

/** Reads an option that must be a whole number from 1. */
export function wholeNumber(name: string): (text: string) => number {
  return (text) => {
    if (isNumber(text)) return Number(text);
    throw new UsageError(`--${name} must be a whole number from 1`);
  };
}

/** Reads an option that must be a day, such as 2027-01-31. */
export function toDay(name: string): (text: string) => Day {
  return (text) => {
    if (isDay(text)) return text;
    throw new UsageError(`--${name} must be a day such as 2027-01-31`);
  };
}

/** Reads an option that must be one of the given names. */
export function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
): (text: string) => Name {
  return (text) => {
    const name = names.find((known) => known === text);
    if (name !== undefined) return name;
    throw new UsageError(`--${option} must be one of ${names.join(', ')}`);
  };
}

/** Reads an option that must be a text with more than spaces. */
export function words(name: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text.trim();
    throw new UsageError(`--${name} must say something`);
  };
}

/** Why a change is made. Commands that may go without a reason pass it to `option`, the others to `requiredOption`. */
export const reasonOption = ['--reason <text>', 'why, for the record', words('reason')] as const;

/** How the commands of `users` describe the account that they act on. */
export const userArgument =
  'an address or id; or an order, a payment’s id or a code, as “users find” takes them';

/** Reads a UUID, as lists print it. */
export function listedId(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new UsageError(`“${oneLine(text)}” is no id: copy one from the list`);
}

/** Reads the number of a batch or another thing, as the command `list` prints it. */
export function listedNumber(thing: string, list: string): (text: string) => number {
  return (text) => {
    if (isNumber(text)) return Number(text);
    throw new UsageError(`“${oneLine(text)}” is no ${thing}: copy its number from \`${list}\``);
  };
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

/** Reads the e-mail address of an account. */
export function address(text: string): string {
  if (emailProblem(text) === undefined) return text;
  throw new InvalidArgumentError(`“${oneLine(text)}” is no e-mail address.`);
}
