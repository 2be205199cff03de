import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const timeLimitSeconds = 60;
const shownCharacters = 300;

/** Environment variables for git, which must never ask for a password. */
const passedVariables = [
  'PATH',
  'HOME',
  'LANG',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'GIT_SSH_COMMAND',
];

/**
 * Updates a checkout by `git pull --ff-only`. Throws an `Error` with the end of git's output, without passwords, when
 * that fails or takes longer than a minute.
 */
export async function pullContent(folder: string, signal?: AbortSignal): Promise<void> {
  const env: NodeJS.ProcessEnv = { GIT_TERMINAL_PROMPT: '0' };
  for (const name of passedVariables)
    if (process.env[name] !== undefined) env[name] = process.env[name];
  try {
    await promisify(execFile)('git', ['pull', '--ff-only', '--no-rebase', '--quiet'], {
      cwd: folder,
      env,
      timeout: timeLimitSeconds * 1_000,
      killSignal: 'SIGKILL',
      signal,
      maxBuffer: 1_000_000,
    });
  } catch (error) {
    throw new Error(`git pull failed: ${reasonOf(error as Failure)}`, { cause: error });
  }
}

type Failure = Error & { stderr?: string; killed?: boolean };

function reasonOf({ stderr = '', killed, message }: Failure): string {
  if (killed === true) return `it did not end within ${timeLimitSeconds} seconds`;
  const output = stderr.trim() || message;
  // An address may contain a password.
  const redacted = output.replace(/\/\/[^/\s@]+@/g, '//…@').replace(/\s+/g, ' ');
  return redacted.slice(-shownCharacters);
}
