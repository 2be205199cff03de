import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const downloadLimitMilliseconds = 60_000;

/** Debian's packages, unpacked into a folder of this run: nothing of the system changes. */
export class DebianPackages {
  /** Contains the unpacked files, as `/` would. */
  readonly root: string;
  readonly #folder: string;
  #options: readonly string[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = join(folder, 'root');
  }

  /** Returns `undefined` where the system is not Debian. */
  static open(name: string): DebianPackages | undefined {
    if (!works('apt-get', '--version') || !works('dpkg', '--version')) return undefined;
    const folder = mkdtempSync(join(tmpdir(), `dolores-${name}-package-`));
    // As root, apt downloads as another user.
    chmodSync(folder, 0o777);
    return new DebianPackages(folder);
  }

  /** Unpacks a package, and returns whether it could be downloaded. Apt gets lists of its own where the system has none. */
  unpack(name: string): boolean {
    if (this.#download(name)) return true;
    if (this.#options.length > 0) return false;
    const state = join(this.#folder, 'state');
    mkdirSync(join(state, 'lists/partial'), { recursive: true });
    this.#options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${this.#folder}`];
    this.#run('apt-get', [...this.#options, 'update']);
    return this.#download(name);
  }

  #download(name: string): boolean {
    this.#run('apt-get', [...this.#options, 'download', name]);
    const file = readdirSync(this.#folder).find((one) => one.startsWith(`${name}_`));
    return file !== undefined && this.#run('dpkg', ['-x', file, 'root']);
  }

  #run(program: string, args: readonly string[]): boolean {
    const options = { cwd: this.#folder, timeout: downloadLimitMilliseconds };
    return spawnSync(program, args, options).status === 0;
  }
}

export function works(program: string, question = '-v'): boolean {
  return spawnSync(program, [question]).status === 0;
}
