import { resolve } from 'node:path';
import { isDay } from '#domain/dates.ts';
import { emailProblem } from '#domain/login/login.ts';
import { type Tier, tiers } from '#domain/plans/plans.ts';
import { type SharingDates, rewardPercent } from '#domain/sharing/sharing.ts';
import { crontabProblem } from '#server/crontab.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The values that a variable takes, and its default; `undefined` if it has none. */
export type ReadVariable = { values: string; fallback: string | undefined };

/** Parses the variables of an environment. Collects a sentence about each invalid one in `problems`. */
export class EnvironmentReader {
  readonly problems: string[];
  /** The variables read so far, for `docs/configuration.md`. */
  readonly variables = new Map<string, ReadVariable>();
  readonly #environment: Environment;

  constructor(environment: Environment, problems: string[] = []) {
    this.#environment = environment;
    this.problems = problems;
  }

  text(name: string): string | undefined;
  text(name: string, fallback: string): string;
  text(name: string, fallback?: string): string | undefined {
    return this.#value(name, 'text', fallback) ?? fallback;
  }

  /** Whether `NODE_ENV` is `production`. Other words than Node's usual ones are refused. */
  isProduction(): boolean {
    return (
      this.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
    );
  }

  email(name: string): string | undefined {
    const address = this.#value(name, 'e-mail address');
    if (address === undefined || emailProblem(address) === undefined) return address;
    this.problems.push(`${name} must be an e-mail address`);
    return undefined;
  }

  /** Two letters, in upper or lower case. */
  country(name: string): string | undefined {
    const code = this.#value(name, 'two letters')?.toUpperCase();
    if (code === undefined || /^[A-Z]{2}$/.test(code)) return code;
    this.problems.push(`${name} must be a country of two letters, such as DE`);
    return undefined;
  }

  folder(name: string): string | undefined {
    const path = this.#value(name, 'folder');
    return path === undefined ? undefined : resolve(path);
  }

  /** A folder, made absolute, or a bucket: `s3://bucket/prefix`. */
  store(name: string): string | undefined {
    const place = this.#value(name, 'folder or `s3://bucket/prefix`');
    if (!place?.startsWith('s3:')) return place === undefined ? undefined : resolve(place);
    if (!/^s3:\/\/[^/]+/.test(place)) {
      this.problems.push(`${name} must be a folder or s3://bucket/prefix`);
    }
    return place.replace(/\/+$/, '');
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    return this.#numeric(name, fallback, least, most, Number.isInteger, 'a whole number');
  }

  number(name: string, fallback: number, least: number, most: number): number {
    return this.#numeric(name, fallback, least, most, Number.isFinite, 'a number');
  }

  /** One of some words, letter by letter: `Production` is refused, not taken as something else. */
  oneOf<Name extends string>(name: string, allowed: readonly Name[], fallback: Name): Name {
    const value = this.#value(name, inCode(allowed), fallback) ?? fallback;
    const known = allowed.find((one) => one === value);
    if (known === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return known ?? fallback;
  }

  /** A whole number for each tier, in their order and separated by commas, or one for all of them. */
  perTier(name: string, fallback: Readonly<Record<Tier, number>>): Readonly<Record<Tier, number>> {
    const usual = tiers.map((tier) => fallback[tier]).join(',');
    const text = this.#value(name, 'whole number, or three: `free,Basic,Pro`', usual);
    if (text === undefined) return fallback;
    const numbers = text.split(',').map((part) => Number(part.trim() || Number.NaN));
    const [free = 0, basic = free, pro = free] = numbers;
    const isWhole = (value: number) => Number.isInteger(value) && value >= 0 && value <= 1_000_000;
    if (numbers.every(isWhole) && (numbers.length === 1 || numbers.length === tiers.length)) {
      return { free, basic, pro };
    }
    this.problems.push(
      `${name} must be one whole number from 0 to 1000000, or three (${tiers.join(', ')})`,
    );
    return fallback;
  }

  /** Texts separated by commas or spaces. */
  list(name: string, values = 'texts'): string[] {
    return (this.#value(name, `${values}, separated by commas`) ?? '')
      .split(/[\s,]+/)
      .filter(Boolean);
  }

  /** API keys of one provider, each once. */
  keys(name: string): string[] {
    return [...new Set(this.list(name, 'keys'))];
  }

  /** A list of allowed words. */
  someOf<Word extends string>(name: string, allowed: readonly Word[]): Word[] {
    const words = this.list(name, inCode(allowed));
    if (words.some((word) => !allowed.some((one) => one === word))) {
      this.problems.push(`${name} must be of ${allowed.join(', ')}, separated by commas`);
    }
    return allowed.filter((word) => words.includes(word));
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.#value(name, inCode(protocols.map((protocol) => `${protocol}//…`)));
    if (value === undefined) return undefined;
    const allowed = protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`));
    if (!allowed)
      this.problems.push(`${name} must begin with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    // A database without a host is reached by its socket.
    else if (!value.startsWith('postgres') && !hasHost(value)) {
      this.problems.push(`${name} must be an address with a host, without white space`);
    }
    return value;
  }

  /** A name, a space and an address. */
  licence(name: string): string | undefined {
    const value = this.#value(name, 'name https://…');
    const url = value?.split(' ').at(-1);
    if (value !== undefined && !(/^\S.* https:/.test(value) && hasHost(url ?? ''))) {
      this.problems.push(`${name} must be a name, a space and an address with https://`);
    }
    return value;
  }

  /** An HTTP URL that consists of its origin. Returns it as browsers write it, without a trailing slash. */
  origin(name: string): string | undefined {
    const value = this.httpUrl(name);
    if (value === undefined || !hasHost(value)) return undefined;
    const url = new URL(value);
    if (!/^[^/]*\/\/[^/?#@]+\/*$/.test(value)) {
      this.problems.push(`${name} must be a scheme and a host only, such as ${url.origin}`);
    }
    return url.origin;
  }

  httpUrl(name: string): string | undefined {
    return this.url(name, ['http:', 'https:']);
  }

  /** An HTTP URL that must be encrypted unless it is of this machine. */
  safeUrl(name: string): string | undefined {
    const value = this.httpUrl(name);
    if (value !== undefined && hasHost(value) && !isSafe(value)) {
      this.problems.push(`${name} must begin with https://, except on this machine`);
    }
    return value;
  }

  urls(name: string): string[] {
    const values = this.list(name, '`https://…`');
    if (values.some((value) => !value.startsWith('https://') || !hasHost(value))) {
      this.problems.push(`${name} must be https:// addresses, separated by commas`);
    }
    return values;
  }

  /** Time fields of crontab lines, separated by semicolons. */
  crontab(name: string): string[] {
    const lines = (this.#value(name, 'crontab times, separated by `;`') ?? '')
      .split(';')
      .flatMap((line) => line.trim() || []);
    for (const line of lines) {
      const problem = crontabProblem(line);
      if (problem !== undefined) this.problems.push(`${name}: “${line}” ${problem}`);
    }
    return lines;
  }

  /** The first and last day of a sharing event, `2027-01-01/2027-01-31`, and its discount in percent. */
  sharing(daysName: string, percentName: string): SharingDates | undefined {
    const { least, most } = rewardPercent;
    const percentOff = this.integer(percentName, least, least, most);
    const days = this.#value(daysName, '`2027-01-01/2027-01-31`');
    if (days === undefined) return undefined;
    const [from = '', to = '', ...more] = days.split('/');
    if (isDay(from) && isDay(to) && from <= to && more.length === 0)
      return { from, to, percentOff };
    this.problems.push(`${daysName} must be two days such as 2027-01-01/2027-01-31`);
    return undefined;
  }

  #value(name: string, values: string, fallback?: string): string | undefined {
    if (!this.variables.has(name)) this.variables.set(name, { values, fallback });
    return this.#environment[name]?.trim() || undefined;
  }

  #numeric(
    name: string,
    fallback: number,
    least: number,
    most: number,
    isValid: (value: number) => boolean,
    kind: string,
  ): number {
    const text = this.#value(name, `${least}–${most}`, String(fallback));
    if (text === undefined) return fallback;
    const value = Number(text);
    if (isValid(value) && value >= least && value <= most) return value;
    this.problems.push(`${name} must be ${kind} from ${least} to ${most}`);
    return fallback;
  }
}

function inCode(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** Whether an address has a host. The parser of URLs finds one in `https:///path` too, and drops line ends. */
function hasHost(address: string): boolean {
  return /^[a-z]+:\/\/[^\s/?#]\S*$/i.test(address) && Boolean(URL.parse(address)?.hostname);
}

/** Whether a URL is encrypted or of this machine. */
export function isSafe(address: string): boolean {
  if (address.startsWith('https:')) return true;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}
