import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addAlarmsCommands } from './alarms.ts';
import { addCodesCommands } from './codes.ts';
import { addDiscountsCommands } from './discounts.ts';
import { addSharingCommands } from './sharing.ts';
import { addCollectionsCommands } from './collections.ts';
import { addDataCommands } from './data.ts';
import { addCreditsCommands } from './credits.ts';
import { addDoctorCommand } from './doctor.ts';
import { addGptsCommands } from './gpts.ts';
import { addI18nCommands } from './i18n.ts';
import { addInboxCommand } from './inbox.ts';
import { addLedgerCommands } from './ledger.ts';
import { addMailCommands } from './mail.ts';
import { addMediaCommands } from './media.ts';
import { addModelsCommands } from './models.ts';
import { OperatorCommand } from './operatorCommand.ts';
import { addOrderCommands } from './orders.ts';
import { addPricesCommands } from './prices.ts';
import { addRankingCommands } from './ranking.ts';
import { addReportCommand } from './report.ts';
import { addReportsCommands, addReviewsCommands } from './reviews.ts';
import { addSharesCommands } from './shares.ts';
import { addSiteCommands } from './site.ts';
import { addStatsCommand } from './stats.ts';
import { addSupportCommands } from './support.ts';
import { oneLine } from './terminal.ts';
import { addUpgradeCommands } from './upgrade.ts';
import { addUsersCommands } from './users.ts';
import { addInvitationsCommands } from './invitations.ts';
import { addVotesCommand } from './votes.ts';

/** Returns the operator’s command line. Its commands inherit the settings that `prepare` makes. */
export function operatorProgram(prepare: (program: Command) => void = () => undefined): Command {
  const program = new OperatorCommand('dolores')
    .description('The operator’s command line. It works beside a running server or without one.')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError()
    .option('--json', 'print the result as JSON')
    .option('--yes', 'do it without a question')
    .option('--as <name>', 'who you are, for the record (default: the system user)', readName)
    .option('--env-file <file>', 'variables of a file, except those that are set');
  prepare(program);
  addInboxCommand(program);
  addAuditCommand(program);
  addDoctorCommand(program);
  addBackupCommands(program);
  addAlarmsCommands(program);
  addGptsCommands(program);
  addCodesCommands(program);
  addDiscountsCommands(program);
  addSharingCommands(program);
  addCreditsCommands(program);
  addDataCommands(program);
  addLedgerCommands(program);
  addMailCommands(program);
  addMediaCommands(program);
  addModelsCommands(program);
  addOrderCommands(program);
  addPricesCommands(program);
  addRankingCommands(program);
  addReviewsCommands(program);
  addReportsCommands(program);
  addReportCommand(program);
  addSharesCommands(program);
  addSupportCommands(program);
  addStatsCommand(program);
  addUpgradeCommands(program);
  addUsersCommands(program);
  addInvitationsCommands(program);
  addVotesCommand(program);
  addSiteCommands(program);
  addI18nCommands(program);
  addCollectionsCommands(program);
  return program;
}

function readName(text: string): string {
  const name = oneLine(text);
  if (name !== '') return name;
  throw new UsageError('--as must be a name');
}
