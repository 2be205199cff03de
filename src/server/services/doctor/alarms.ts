import { alarmLine, openAlarms } from '#server/services/alarms/openAlarms.ts';
import { type ModelCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';

/** The open alarms. */
export const alarms: ModelCheck = {
  name: 'alarms',
  seconds: 10,
  run: async ({ database }) => {
    const open = await openAlarms(database);
    if (open.length === 0) return [ok('No alarm is open')];
    return open.map((alarm) => {
      const finding = alarm.severity === 'critical' ? problem : warning;
      const next = alarm.action === '' ? 'See docs/operating/troubles.md.' : alarm.action;
      return finding(`Alarm ${alarmLine(alarm)}: ${alarm.meaning}`, next);
    });
  },
};
