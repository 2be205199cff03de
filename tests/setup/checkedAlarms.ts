import { checkAlarms } from '#server/services/alarmChecks/checkAlarms.ts';
import { openAlarms } from '#server/services/alarms/openAlarms.ts';
import type { TestServer } from './server.ts';

/** Checks all conditions, as each minute. Returns the names of the open alarms. */
export async function checkedAlarms({ platform, database }: TestServer): Promise<string[]> {
  await checkAlarms(platform);
  return (await openAlarms(database)).map(({ name }) => name);
}
