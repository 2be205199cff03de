import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  type SandboxBill,
  type SandboxCheckout,
  type SandboxDispute,
  type SandboxRefund,
  type SandboxSubscription,
  parseDates,
} from '#server/gateways/payments/sandboxRecords.ts';

export type SandboxFile = {
  /** The port of the sandbox, so that links to its pages stay valid after a restart. */
  port: number;
  checkouts: SandboxCheckout[];
  subscriptions: SandboxSubscription[];
  bills: SandboxBill[];
  refunds: SandboxRefund[];
  disputes: SandboxDispute[];
};

/** Reads the file. An unreadable file counts as empty, because no real money is in it. Older files have no disputes. */
export function readSandboxFile(file: string): SandboxFile {
  const none = { port: 0, checkouts: [], subscriptions: [], bills: [], refunds: [], disputes: [] };
  try {
    return { ...none, ...(JSON.parse(readFileSync(file, 'utf8'), parseDates) as SandboxFile) };
  } catch {
    return none;
  }
}

export function writeSandboxFile(file: string, records: SandboxFile): void {
  const unfinished = `${file}.part`;
  writeFileSync(unfinished, JSON.stringify(records), { mode: 0o600 });
  renameSync(unfinished, file);
}
