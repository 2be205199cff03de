import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Kernel ticks in a second, as Linux reports them to programs. */
const ticksPerSecond = 100;

/** Keeps this process, and all processes that it starts from now on, on one core. */
export function pinToCore(core: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}

/** Counts from now on; the returned function answers which share of its time the core was busy since. */
export function watchCore(core: number): () => number {
  const before = ticksOf(core);
  return () => {
    const { busy, all } = ticksOf(core);
    return all === before.all ? 0 : (busy - before.busy) / (all - before.all);
  };
}

/** Milliseconds that a process has computed so far. */
export function cpuMilliseconds(pid: number): number {
  // The name in brackets may hold anything, blanks as well.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** Bytes of memory that a process has now. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes) * 1_024;
}

function ticksOf(core: number): { busy: number; all: number } {
  const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'latin1'));
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, ...rest] = (line?.[1] ?? '')
    .split(' ')
    .map(Number);
  const [irq = 0, softirq = 0, steal = 0] = rest;
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, all: busy + idle + wait };
}
