import { hostname, userInfo } from 'node:os';
import type { Actor } from '#server/services/operation/actor.ts';

/** The options that every command has. */
export type SharedOptions = { json?: boolean; yes?: boolean; as?: string; envFile?: string };

/** The options of the running command. `reason` is the option of the command, if it has one and was given. */
type Invocation = SharedOptions & { reason?: string | undefined };

const longestName = 100;

let invocation: Invocation = {};
let announced = new Set<string>();

/** Sets the options of the command that runs from now on. */
export function beginInvocation(options: Invocation): void {
  invocation = options;
  announced = new Set();
}

/** Says on standard error what the command speaks to, once. */
export function announce(line: string): void {
  if (announced.has(line)) return;
  announced.add(line);
  console.error(line);
}

/** Whether the result must be one JSON document. */
export function isJson(): boolean {
  return invocation.json === true;
}

/** Whether `--yes` was said. */
export function isAgreed(): boolean {
  return invocation.yes === true;
}

/** Returns who runs the command: the name of `--as`, else that of the system user, also behind `sudo`. */
export function operatorName(): string {
  return (invocation.as ?? systemUser()).slice(0, longestName);
}

/** Returns who acts, for the record of the command’s changes. */
export function actorOfInvocation(): Actor {
  const { reason } = invocation;
  return { by: operatorName(), via: `command line of ${hostname()}`, reason: reason ?? null };
}

function systemUser(): string {
  const before = process.env['SUDO_USER']?.trim();
  if (before) return before;
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user id without an entry in /etc/passwd.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
