import { poolerRefusal, sharesSessions } from '#server/db/sharedSessions.ts';
import { type DatabaseCheck, ok, problem } from '#server/services/doctor/findings.ts';

/** Whether connections keep their session, which notifications and locks need. */
export const pooler: DatabaseCheck = {
  name: 'pooler',
  seconds: 15,
  run: async ({ database }) => {
    if (!(await sharesSessions(database.url))) return [ok('Connections keep their session')];
    const { text, next } = poolerRefusal;
    return [problem(text, next)];
  },
};
