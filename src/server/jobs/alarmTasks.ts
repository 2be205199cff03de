import type { CorePlatform } from '#server/context.ts';
import type { TaskPlatform, Work } from '#server/jobs/loggedTasks.ts';
import { checkAlarms, tellTask } from '#server/services/alarmChecks/checkAlarms.ts';
import { measureDisks } from '#server/services/alarmChecks/measureDisks.ts';
import { sendNotices } from '#server/services/alarmChecks/sendNotices.ts';
import { verifyLedgerForAlarms } from '#server/services/alarmChecks/verifyLedgerForAlarms.ts';
import { checkTask } from '#server/services/alarms/openAlarms.ts';

/** Interval of measuring the disks of this process. */
const measureMilliseconds = 60_000;

/** Returns the tasks of the alarms. Without mail, messages by mail are left to other processes. */
export function alarmTasks(platform: TaskPlatform): Record<string, Work> {
  return {
    [checkTask]: () => checkAlarms(platform),
    [tellTask]: () => sendNotices(platform, platform.mail),
    verify_ledger: () => verifyLedgerForAlarms(platform),
  };
}

/** Measures the disks from now on: not a task, because each process must measure its own. Returns a function that ends it. */
export function watchDisks(platform: CorePlatform): () => void {
  void measureDisks(platform);
  const timer = setInterval(() => void measureDisks(platform), measureMilliseconds);
  return () => clearInterval(timer);
}
