import { type AlarmSeverity, alarms } from '#domain/operation/alarms.ts';

const headings: readonly (readonly [AlarmSeverity, string])[] = [
  ['critical', '## Critical: now'],
  ['warning', '## Warnings: the next working day'],
];

/** Returns `docs/operating/alarms.md` with the lists of alarms, which are its last sections, written again. */
export function withAlarmList(document: string): string {
  const [, first = ''] = headings[0] ?? [];
  const before = document.split(first)[0] ?? '';
  return before + headings.map(([severity, heading]) => section(severity, heading)).join('\n');
}

function section(severity: AlarmSeverity, heading: string): string {
  const lines = Object.entries(alarms)
    .filter(([, rule]) => rule.severity === severity)
    .map(([name, { meaning, action }]) => `- \`${name}\`: ${meaning} *${action}*\n`);
  return `${heading}\n\n${lines.join('')}`;
}
