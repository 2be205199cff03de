import { type ModelCheck, warning } from '#server/services/doctor/findings.ts';
import { findRestoredCopy } from '#server/services/operation/restoredCopy.ts';

/** Whether this is a restored copy that waits for its operator. */
export const restored: ModelCheck = {
  name: 'restored',
  seconds: 10,
  run: async ({ database }) => {
    const copy = await findRestoredCopy(database.query);
    if (copy === undefined) return [];
    return [
      warning(
        `This database was restored from ${copy.backup}: no mail, payment, publish or question leaves it`,
        'If it is to take over, run npm run dolores -- resume.',
      ),
    ];
  },
};
