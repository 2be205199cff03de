import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of a second in `/proc`: 100 on every Linux that Node runs on. */
const ticks = 100;

/** Seconds of processor time of a process and its threads, with its ended children if `withChildren`. Linux only. */
function secondsOf(pid: number, withChildren: boolean): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, children = 0, childrenSystem = 0] = fields.slice(11, 15);
    return (user + system + (withChildren ? children + childrenSystem : 0)) / ticks;
  } catch {
    return 0;
  }
}

export function processSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid, false), 0);
}

/** Seconds of a PostgreSQL: of its first process, of those that it started, and of those that have ended. */
export function clusterSeconds(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster);
  return secondsOf(postmaster, true) + processSeconds(children);
}

function parentOf(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
