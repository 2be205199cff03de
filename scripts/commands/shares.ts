import type { Command } from 'commander';
import { shareIdPattern } from '#domain/chat/chat.ts';
import { takeDownShare } from '#server/services/shares/takeDownShare.ts';
import { reasonOption } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addSharesCommands(program: Command): void {
  const shares = program.command('shares').description('Conversations that users share');
  shares
    .command('revoke')
    .argument('<link>', 'its address, or the last part of it', sharedId)
    .description('revoke a shared conversation')
    .requiredOption(...reasonOption)
    .action(async (id: string, { reason }: { reason: string }) => {
      await confirmed(`This revokes the link ${id} for good.`);
      await asOperator((operator) => takeDownShare(operator, id, reason));
      printResult({ link: id, reason }, () => console.log(`Revoked: ${id} leads nowhere now.`));
    });
}

/** Returns the id of the first link to a shared conversation in a text. */
export function sharedLinkIn(text: string): string | undefined {
  return /\/s\/([\w-]{22})(?![\w-])/.exec(text)?.[1];
}

/** Reads the id of a link from its whole address or the last part of it. */
function sharedId(link: string): string {
  const id = /([^/?#]+)\/?(?:[?#].*)?$/.exec(link.trim())?.[1] ?? '';
  if (shareIdPattern.test(id)) return id;
  throw new Error(`“${oneLine(link)}” is no link to a shared conversation`);
}
