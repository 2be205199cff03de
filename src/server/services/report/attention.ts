import type { Report } from '#server/services/report/readReport.ts';
import { duration, plain } from '#server/services/report/cells.ts';

/** A backup a day, with some time for making it. */
const backupSeconds = 26 * 3_600;
const jobSeconds = 600;
const nearCap = 0.9;

/** Returns a sentence for everything that needs a person now; none on a good day. */
export function attentionSentences({ alarms, state, made }: Report): string[] {
  const found: string[] = [];
  for (const { name, subject, resolved } of alarms) {
    const about = subject === '' ? '' : ` (${plain(subject).text})`;
    if (!resolved) found.push(`The alarm ${plain(name).text}${about} is open.`);
  }
  const { lastBackup, jobs, payments, publishing, spending } = state;
  const age = lastBackup && (made.getTime() - lastBackup.getTime()) / 1_000;
  if (age === null) found.push('There is no backup.');
  else if (age > backupSeconds) found.push(`The last backup is ${duration(age).text} old.`);
  for (const { task, oldestSeconds, failed } of jobs) {
    if (oldestSeconds > jobSeconds) {
      found.push(`A job of ${plain(task).text} waits for ${duration(oldestSeconds).text}.`);
    }
    if (failed > 0) found.push(`Jobs of ${plain(task).text} that failed for good: ${failed}.`);
  }
  const failures = Math.max(0, ...publishing.map((site) => site.failures));
  if (failures > 0) found.push(`Failed publishes since the last success: ${failures}.`);
  if (payments.parked > 0) {
    found.push(`Parked messages of payment providers: ${payments.parked}.`);
  }
  if (payments.unfulfilled > 0) {
    found.push(`Paid orders without credits: ${payments.unfulfilled}.`);
  }
  for (const { provider, spent, cap } of spending) {
    if (cap !== null && spent >= nearCap * cap) {
      found.push(`${plain(provider).text} has reached 90 % of its daily cap.`);
    }
  }
  return found;
}
