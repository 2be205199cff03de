import { type Argument, Command, type ErrorOptions, type ParseOptionsResult } from 'commander';

/**
 * A command whose values may begin with “-”, as the id of one shared link in 64 does. Commander takes them for unknown
 * options. Our options are long words only, so that everything else is a value; misspelled options stay unknown.
 */
export class OperatorCommand extends Command {
  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(name);
  }

  /** Moves values from the unknown options, which contain everything from the first of them on, to the operands. */
  override parseOptions(args: string[]): ParseOptionsResult {
    const { operands, unknown } = super.parseOptions(args);
    // A group of commands leaves its unknown options to the command.
    if (this.commands.length > 0) return { operands, unknown };
    const literal = unknown.indexOf('--');
    const end = literal === -1 ? unknown.length : literal;
    const checked = unknown.slice(0, end);
    const options = new Set(checked.filter((token) => this.#looksLikeOption(token)));
    const values = checked.filter((token) => !options.has(token));
    return { operands: [...operands, ...values, ...unknown.slice(end + 1)], unknown: [...options] };
  }

  override error(message: string, options?: ErrorOptions): never {
    const isUnknown = options?.code === 'commander.unknownOption';
    const hint = '\n(Write a value that looks like an option at the end, after “--”.)';
    const isHelpful = isUnknown && this.registeredArguments.length > 0;
    return super.error(isHelpful ? `${message}${hint}` : message, options);
  }

  #looksLikeOption(token: string): boolean {
    if (!/^(-[a-z]|--[a-z]+(-[a-z]+)*(=.*)?)$/is.test(token)) return this.#lacksDash(token);
    return !this.registeredArguments.some((argument) => isAcceptedBy(argument, token));
  }

  /** Whether a text is an option of this command with only one “-”, whole or cut. */
  #lacksDash(token: string): boolean {
    const [word = ''] = token.split('=');
    return /^-[a-z]/.test(word) && this.options.some(({ long }) => long?.startsWith(`-${word}`));
  }
}

/** Whether an argument has a parser, and this does not refuse the text. */
function isAcceptedBy({ parseArg }: Argument, text: string): boolean {
  if (!parseArg) return false;
  try {
    parseArg(text, undefined);
    return true;
  } catch {
    return false;
  }
}
