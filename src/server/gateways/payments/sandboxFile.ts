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
  /** Where the sandbox listened, so that links to its pages outlive a restart. */
  port: number;
  checkouts: SandboxCheckout[];
  subscriptions: SandboxSubscription[];
  bills: SandboxBill[];
  refunds: SandboxRefund[];
  disputes: SandboxDispute[];
};

/** An unreadable file is the same as none: there is no money in it. One of an older version has no disputes. */
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
