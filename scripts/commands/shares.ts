import type { Command } from 'commander';
import { takeDownShare } from '#server/services/shares/takeDownShare.ts';
import { words } from './arguments.ts';
import { asOperator } from './operator.ts';

export function addSharesCommands(program: Command): void {
  const shares = program.command('shares').description('Conversations that users share');
  shares
    .command('revoke')
    .argument('<link>', 'its address, or the last part of it')
    .description('revoke a shared conversation')
    .requiredOption('--reason <text>', 'why, for the record', words('reason'))
    .action(async (link: string, { reason }: { reason: string }) => {
      const { id } = await asOperator((operator) => takeDownShare(operator, link, reason));
      console.log(`Revoked: ${id} leads nowhere now.`);
    });
}
