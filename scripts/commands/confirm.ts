import { createInterface } from 'node:readline/promises';
import { UsageError } from '#server/errors.ts';
import { isAgreed } from './invocation.ts';
import { databaseConfig } from './operator.ts';

/**
 * Lets the operator confirm what a command is about to destroy, such as “This deletes the account of …”. Returns if they
 * agree or said `--yes`. Throws a usage error without a terminal, and a sentence if they do not agree.
 */
export async function confirmed(what: string): Promise<void> {
  if (isAgreed()) return;
  // Its first line says in which database.
  databaseConfig();
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new UsageError(`${what} Nothing was changed. Add --yes to do it without a question.`);
  }
  const questions = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await questions.question(`${what} Type “yes” to do it: `);
    if (answer.trim().toLowerCase() === 'yes') return;
  } finally {
    questions.close();
  }
  throw new Error('Nothing was changed.');
}
