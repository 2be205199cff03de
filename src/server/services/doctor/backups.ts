import { type ModelCheck, ok, warning } from '#server/services/doctor/findings.ts';
import { lastBackup } from '#server/services/operation/lastBackup.ts';
import { findRestoredCopy } from '#server/services/operation/restoredCopy.ts';

/** A backup a day, with some time for making it. */
const oldHours = 26;

/** The age of the last backup, and whether the database is a restored copy. */
export const backups: ModelCheck = {
  name: 'backup',
  seconds: 10,
  run: async ({ database, now }) => {
    const copy = await findRestoredCopy(database.query);
    if (copy) {
      return [
        warning(
          `The database is a restored copy of ${copy.backup}: it does nothing outside`,
          'If it is to replace the old one: npm run dolores -- resume, then restart every server and worker.',
        ),
      ];
    }
    const last = await lastBackup(database);
    const next = 'Run npm run dolores -- backup every night (docs/operating/backup.md).';
    if (!last) return [warning('There is no backup', next)];
    const hours = Math.floor((now().getTime() - last.started.getTime()) / 3_600_000);
    if (hours >= oldHours) return [warning(`The last backup is ${hours} hours old`, next)];
    return [ok(`The last backup is ${hours} hours old, in ${last.target}`)];
  },
};
