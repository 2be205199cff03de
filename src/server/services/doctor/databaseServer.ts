import { type DatabaseFacts, readDatabaseFacts } from '#server/db/queries/databaseFacts.ts';
import {
  type DatabaseCheck,
  type Finding,
  ok,
  problem,
  warning,
} from '#server/services/doctor/findings.ts';

const oldestMajor = 15;

/** Connections of one server and a worker (docs/operating/several-servers.md). */
const neededConnections = 40;

/** Version, encoding, sort order and connections of PostgreSQL. The product uses no extension. */
export const databaseServer: DatabaseCheck = {
  name: 'database',
  seconds: 10,
  run: async ({ database }) => {
    const facts = await readDatabaseFacts(database.query);
    return [version(facts), encoding(facts), ...sortOrder(facts), ...connections(facts)];
  },
};

function version({ version: number, name, isReplica }: DatabaseFacts): Finding {
  const text = `PostgreSQL ${number} (${name})`;
  if (Math.floor(Number.parseFloat(number)) < oldestMajor) {
    return problem(
      `${text} is too old`,
      `Upgrade to PostgreSQL ${oldestMajor} or newer with pg_upgrade.`,
    );
  }
  if (!isReplica) return ok(text);
  return problem(`${text} is a replica, which takes no writes`, 'Set DATABASE_URL to the primary.');
}

function encoding({ encoding: name }: DatabaseFacts): Finding {
  if (name === 'UTF8') return ok('Texts are stored in UTF-8');
  return problem(
    `The database has the encoding ${name}, which lacks most scripts`,
    "Make one with encoding 'UTF8' template template0, and move the data with pg_dump.",
  );
}

/** After an upgrade of the system's locales, indexes of texts may be in the wrong order, and find too little. */
function sortOrder({ hasOldCollation }: DatabaseFacts): Finding[] {
  if (!hasOldCollation) return [];
  return [
    warning(
      'The locales of the database server changed since the database was made, so that indexes of texts may be wrong',
      'REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
    ),
  ];
}

function connections({ maxConnections, usedConnections }: DatabaseFacts): Finding[] {
  const text = `PostgreSQL allows ${maxConnections} connections, ${usedConnections} are open`;
  if (maxConnections >= neededConnections) return [ok(text)];
  return [
    warning(
      `${text}; a server and a worker need up to ${neededConnections}`,
      'Raise max_connections of PostgreSQL.',
    ),
  ];
}
