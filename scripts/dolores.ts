import { Command } from 'commander';
import { sentenceOf } from '#server/errors.ts';
import { addCodesCommands } from './commands/codes.ts';
import { addGptsCommands } from './commands/gpts.ts';
import { addI18nCommands } from './commands/i18n.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addModelsCommands } from './commands/models.ts';
import { addRankingCommands } from './commands/ranking.ts';
import { addReportsCommands, addReviewsCommands } from './commands/reviews.ts';
import { addSharesCommands } from './commands/shares.ts';
import { addSiteCommands } from './commands/site.ts';

const program = new Command('dolores')
  .description('The operator’s command line. It works beside a running server or without one.')
  .showHelpAfterError();

addGptsCommands(program);
addCodesCommands(program);
addLedgerCommands(program);
addModelsCommands(program);
addRankingCommands(program);
addReviewsCommands(program);
addReportsCommands(program);
addSharesCommands(program);
addSiteCommands(program);
addI18nCommands(program);

await program.parseAsync().catch((error: unknown) => {
  console.error(sentenceOf(error));
  process.exitCode = 1;
});
