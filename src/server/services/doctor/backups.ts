import { type ModelCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';
import { lastBackup } from '#server/services/operation/lastBackup.ts';

const hour = 3_600_000;

/** Hours after which a backup is old, and after which somebody has to look why. */
const limits = { warning: 26, problem: 72 };

/** Whether there is a backup of today. */
export const backups: ModelCheck = {
  name: 'backup',
  seconds: 10,
  run: async ({ config, database, now }) => {
    const last = await lastBackup(database);
    if (last === undefined) {
      const text = 'There is no backup made by dolores backup';
      if (!config.production) return [ok(text)];
      return [
        warning(text, 'Run npm run dolores -- backup every night (docs/operating/backup.md).'),
      ];
    }
    const hours = Math.round((now().getTime() - last.started.getTime()) / hour);
    const text = `The last backup is ${hours} h old (${last.target})`;
    const next = 'Look at the log of its timer, and run it by hand: npm run dolores -- backup.';
    if (hours > limits.problem) return [problem(text, next)];
    return [hours > limits.warning ? warning(text, next) : ok(text)];
  },
};
