import type { TaskPlatform, Work } from '#server/jobs/loggedTasks.ts';
import { checkAlarms, tellTask } from '#server/services/alarmChecks/checkAlarms.ts';
import { measureDisks } from '#server/services/alarmChecks/measureDisks.ts';
import { measureReplica } from '#server/services/alarmChecks/measureReplica.ts';
import { sendNotices } from '#server/services/alarmChecks/sendNotices.ts';
import { verifyLedgerForAlarms } from '#server/services/alarmChecks/verifyLedgerForAlarms.ts';
import { checkTask } from '#server/services/alarms/openAlarms.ts';

/** Interval of measuring the disks and the replica of this process. */
const measureMilliseconds = 60_000;

/** Returns the tasks of the alarms. Without mail, messages by mail are left to other processes. */
export function alarmTasks(platform: TaskPlatform): Record<string, Work> {
  return {
    [checkTask]: () => checkAlarms(platform),
    [tellTask]: () => sendNotices(platform, platform.mail),
    verify_ledger: () => verifyLedgerForAlarms(platform),
  };
}

/**
 * Measures disks and replica from now on: not a task, because each process must measure its own. Returns a function that
 * ends it.
 */
export function watchParts(platform: TaskPlatform): () => void {
  void measureDisks(platform);
  // The replica later: its lag is unknown in the first seconds.
  const timer = setInterval(() => {
    void measureDisks(platform);
    if (platform.replica) void measureReplica(platform, platform.replica);
  }, measureMilliseconds);
  return () => clearInterval(timer);
}
