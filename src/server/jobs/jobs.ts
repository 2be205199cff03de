import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { modelTasks } from '#server/jobs/modelTasks.ts';
import { paymentTasks } from '#server/jobs/paymentTasks.ts';
import { planTasks } from '#server/jobs/planTasks.ts';
import { type Worker, runWorker } from '#server/jobs/runWorker.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { mailDeletions } from '#server/services/account/deletion/mailDeletions.ts';
import { deleteOldCounts } from '#server/services/analytics/readCounts.ts';
import { deleteUnsent } from '#server/services/attachments/deleteUnsent.ts';
import { deleteOldEvents } from '#server/services/chat/deleteOldEvents.ts';
import { purgeConversations } from '#server/services/conversations/purgeConversations.ts';
import { fillConversationSearch } from '#server/services/conversations/search/storeSearch.ts';
import { expireEndedLots } from '#server/services/credits/expire.ts';
import { cleanUpLogins } from '#server/services/login/cleanUp.ts';
import { deleteOldNotices, mailSignInNotices } from '#server/services/login/mailSignInNotices.ts';
import { deleteOldPauses } from '#server/services/mail/pauses.ts';
import { removeMedia } from '#server/services/media/mediaRemovals.ts';
import { deleteOldPayloads } from '#server/services/orders/deleteOldPayloads.ts';
import { eventsTask } from '#server/services/orders/wakeTask.ts';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { deleteOldCancellations } from '#server/services/subscriptions/cancellations/deleteOldCancellations.ts';
import { deleteOldTexts } from '#server/services/search/storeSearch.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';
import { cleanUpPublishing } from '#server/services/publishing/queue/registerSite.ts';
import { HistoryPending } from '#server/services/ranking/countPeriod.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { mailRequests } from '#server/services/support/mailRequests.ts';
import { deleteOldRequests } from '#server/services/support/requests.ts';

/** When each task runs (UTC); `?fill` catches up with what was missed while nothing ran. */
const crontab = `
*/5 * * * * expire_lots ?fill=1h
*/5 * * * * grant_plan_credits ?fill=1h
* * * * * apply_model_prices
17 * * * * clean_up ?fill=1d
* * * * * mail_support_requests
* * * * * mail_sign_in_notices
* * * * * mail_deletions
23 * * * * delete_accounts ?fill=1d
41 * * * * purge_conversations ?fill=1d
*/10 * * * * remove_media
* * * * * apply_payment_events
* * * * * apply_cancellations
31 * * * * mail_plan_reminders ?fill=1d
* * * * * ask_refunds
* * * * * settle_withdrawals
*/10 * * * * reconcile_orders {"hours":2}
13 3 * * * reconcile_orders ?id=reconcile_all_orders&fill=1d {"hours":192}
37 4 * * * compare_payments ?fill=1d
53 2 * * * check_model_shutdowns ?fill=1d
5 * * * * freeze_rankings ?fill=1d
`;

/** Periods that one run freezes at most. */
const periodsAtOnce = 100;

/** A publish waits so long for the rest of many periods. */
const restSeconds = 60;

/** A process without `mail` leaves mailing to others. */
type Dependencies = Pick<Platform, 'database' | 'media' | 'log' | 'now'> &
  Partial<Pick<Platform, 'config' | 'mail' | 'payments'>>;

/**
 * Runs the tasks of the crontab in this process; any number of processes share the work. A publish is asked for at
 * `publishTimes`, lines of a crontab without the command.
 */
export async function startJobs(
  platform: Dependencies,
  publishTimes: readonly string[] = [],
): Promise<Worker> {
  const options = {
    pgPool: platform.database.pool,
    taskList: tasks(platform),
    crontab: crontab + publishTimes.map(publishLine).join(''),
    concurrency: 2,
  };
  const worker = await runWorker(options, platform.log);
  // After an update that brought the search, or changed it, there is something to do; it takes its time.
  await worker.addJob('fill_conversation_search', {}, { jobKey: 'fill_conversation_search' });
  // A process that was killed may have left messages of payments.
  await worker.addJob(eventsTask, {}, { jobKey: eventsTask });
  return worker;
}

function publishLine(times: string, index: number): string {
  return `${times} ask_for_publish ?id=publish_time_${index}\n`;
}

function tasks(platform: Dependencies): TaskList {
  const logged =
    (name: string, work: (helpers: JobHelpers) => Promise<unknown>): Task =>
    async (_, helpers) => {
      try {
        await work(helpers);
      } catch (error) {
        platform.log.error({ task: name, error: redactedError(error) }, 'a task failed');
        throw new Error(`${name} failed`, { cause: error });
      }
    };
  return {
    expire_lots: logged('expire_lots', () => expireEndedLots(platform.database, platform.now())),
    grant_plan_credits: logged('grant_plan_credits', () =>
      grantAllDueLots(platform.database, platform.now()),
    ),
    clean_up: logged('clean_up', async () => {
      await cleanUpLogins(platform);
      await deleteOldNotices(platform);
      await deleteOldEvents(platform.database);
      await deleteOldTexts(platform.database);
      await deleteUnsent(platform.database);
      await deleteOldRequests(platform);
      await deleteOldPauses(platform);
      await deleteOldCancellations(platform);
      await deleteOldCounts(platform);
      await deleteOldPayloads(platform);
      await cleanUpPublishing(platform.database.query);
    }),
    mail_support_requests: logged('mail_support_requests', async () => {
      const { config, mail } = platform;
      if (config && mail) await mailRequests({ ...platform, config, mail });
    }),
    mail_sign_in_notices: logged('mail_sign_in_notices', async () => {
      const { config, mail } = platform;
      if (config && mail) await mailSignInNotices({ ...platform, config, mail });
    }),
    mail_deletions: logged('mail_deletions', async () => {
      const { config, mail } = platform;
      if (config && mail) await mailDeletions({ ...platform, config, mail });
    }),
    delete_accounts: logged('delete_accounts', () => deleteDueAccounts(platform)),
    purge_conversations: logged('purge_conversations', () => purgeConversations(platform.database)),
    fill_conversation_search: logged('fill_conversation_search', () =>
      fillConversationSearch(platform.database),
    ),
    ...modelTasks(platform),
    ...paymentTasks(platform),
    ...planTasks(platform),
    remove_media: logged('remove_media', () => removeMedia(platform)),
    ask_for_publish: logged('ask_for_publish', () =>
      askForPublish(platform.database.query, { by: 'the schedule', isAutomatic: true }),
    ),
    freeze_rankings: logged('freeze_rankings', async ({ addJob }) => {
      const isMore = await freezeSome(platform);
      // Years of a history that was just imported go on in another job, so that none runs for long.
      if (isMore) await addJob('freeze_rankings', {}, { jobKey: 'freeze_rankings_rest' });
    }),
  };
}

/** Whether more is due. An import that is not finished is no failure: the next run looks again. */
async function freezeSome({ database, log, now }: Dependencies): Promise<boolean> {
  try {
    const { frozen, isMore } = await freezePeriods(database, now(), periodsAtOnce);
    const delaySeconds = isMore ? restSeconds : 0;
    if (frozen.length > 0) {
      await askForPublish(database.query, {
        by: 'frozen rankings',
        isAutomatic: true,
        delaySeconds,
      });
    }
    return isMore;
  } catch (error) {
    if (!(error instanceof HistoryPending)) throw error;
    log.warn({ reason: error.message }, 'rankings wait');
    return false;
  }
}
