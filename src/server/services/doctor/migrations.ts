import { readMigrationState } from '#server/db/migrationState.ts';
import { type DatabaseCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';

/** Whether the schema of the database is that of this version. */
export const migrations: DatabaseCheck = {
  name: 'schema',
  seconds: 10,
  run: async ({ database }) => {
    const { applied, missing, newer } = await readMigrationState(database.query);
    if (applied.length === 0) {
      return [
        problem(
          'The database is empty',
          'Name the right one, start the server once, or restore a backup.',
        ),
      ];
    }
    if (newer.length > 0) {
      return [
        problem(
          `The database has ${newer.length} migrations of a newer version than this program`,
          'Start the newer version again, or restore the backup before its upgrade.',
        ),
      ];
    }
    if (missing.length === 0) return [ok('The schema is that of this version')];
    return [
      warning(
        `${missing.length} migrations are not applied yet`,
        'Back up; then restart the server, which applies them.',
      ),
    ];
  },
};
