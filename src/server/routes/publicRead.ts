import type { Context } from '#server/context.ts';

/**
 * Reads for a visitor, from the replica if there is one. Signed-in people read from the primary, where they find what
 * they have just written.
 */
export function publicRead<Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { replica, actor } = context;
  if (replica === undefined || actor.kind === 'user') return work(context);
  return replica.read((database) => work({ ...context, database }));
}
