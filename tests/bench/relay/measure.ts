import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type StreamTimes, readStream } from './client.ts';
import { cpuMilliseconds, residentBytes, watchCore } from './cores.ts';
import type { Pace } from './pace.ts';
import type { Relay } from './relays.ts';

/** The output of one run of one relay. */
export type Run = {
  relay: string;
  streams: number;
  times: StreamTimes[];
  /** Milliseconds from the first question to the last end. */
  took: number;
  cpuMilliseconds: number;
  /** The most memory that the relay had, in bytes. */
  residentBytes: number;
  /** Which share of its time each core was busy. */
  relayCore: number;
  otherCore: number;
};

/** The two cores: one for the relay, one for everything else. */
export const cores = { relay: 0, other: 1 };

/** Asks for all streams, in one instant or with pauses of `apart` ms, and reads them to their ends. */
export async function measureRun(
  relay: Relay,
  streams: number,
  pace: Pace,
  apart = 0,
): Promise<Run> {
  const agent = new Agent({ keepAlive: true });
  const [relayCore, otherCore] = [watchCore(cores.relay), watchCore(cores.other)];
  const cpuBefore = cpuMilliseconds(relay.pid);
  const begun = performance.now();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentBytes(relay.pid))), 200);
  const times = await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      if (apart > 0) await pause(index * apart);
      return readStream(agent, relay.ask(index, pace));
    }),
  );
  clearInterval(watch);
  agent.destroy();
  return {
    relay: relay.name,
    streams,
    times,
    took: performance.now() - begun,
    cpuMilliseconds: cpuMilliseconds(relay.pid) - cpuBefore,
    residentBytes: Math.max(most, residentBytes(relay.pid)),
    relayCore: relayCore(),
    otherCore: otherCore(),
  };
}
