import { type ParsedCronItem, parseCrontab } from 'graphile-worker';
import { alarmTasks, watchParts } from '#server/jobs/alarmTasks.ts';
import { type TaskPlatform, type Work, loggedTasks } from '#server/jobs/loggedTasks.ts';
import { modelTasks } from '#server/jobs/modelTasks.ts';
import { paymentTasks } from '#server/jobs/paymentTasks.ts';
import { planTasks } from '#server/jobs/planTasks.ts';
import { type Worker, runWorker } from '#server/jobs/runWorker.ts';
import { deleteOldAlarms } from '#server/services/alarmChecks/deleteOldAlarms.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { mailDeletions } from '#server/services/account/deletion/mailDeletions.ts';
import { logDeletions } from '#server/services/backup/deletionLog.ts';
import { deleteOldCounts } from '#server/services/analytics/readCounts.ts';
import { deleteUnsent } from '#server/services/attachments/deleteUnsent.ts';
import { deleteOldEvents } from '#server/services/answers/produce/deleteOldEvents.ts';
import { purgeAllConversations } from '#server/services/conversations/purgeConversations.ts';
import { fillConversationSearch } from '#server/services/conversations/search/storeLexemes.ts';
import { deleteOldCosts } from '#server/services/costs/deleteOldCosts.ts';
import { expireEndedLots } from '#server/services/credits/expire.ts';
import { purgeGpt, purgeTask } from '#server/services/gpts/purgeGpt.ts';
import { cleanUpLogins } from '#server/services/login/cleanUpLogins.ts';
import { deleteOldNotices, mailSignInNotices } from '#server/services/login/mailSignInNotices.ts';
import { deleteOldPauses } from '#server/services/mail/pauses.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { deleteOldPayloads } from '#server/services/orders/events/deleteOldPayloads.ts';
import { eventsTask } from '#server/services/orders/taskNames.ts';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { deleteOldCancellations } from '#server/services/orders/subscriptions/cancellations/deleteOldCancellations.ts';
import { deleteOldTexts } from '#server/services/search/storeSearch.ts';
import { publishPromotions } from '#server/services/publishRequests/publishPromotions.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { cleanUpPublishing } from '#server/services/publishing/queue/registerSite.ts';
import { mailDailyReport } from '#server/services/report/mailReport.ts';
import { HistoryPending } from '#server/services/ranking/countPeriod.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { mailRequests } from '#server/services/support/mailRequests.ts';
import { deleteOldRequests } from '#server/services/support/requests.ts';

/** When each task runs (UTC). `?fill` runs a task that was missed while no process ran. */
const crontab = `
*/5 * * * * expire_lots ?fill=1h
*/5 * * * * grant_plan_credits ?fill=1h
* * * * * apply_model_prices
* * * * * probe_providers
17 * * * * clean_up ?fill=1d
* * * * * mail_support_requests
* * * * * mail_sign_in_notices
* * * * * mail_deletions
23 * * * * delete_accounts ?fill=1d
41 * * * * purge_conversations ?fill=1d
*/10 * * * * remove_media
* * * * * apply_payment_events
* * * * * apply_cancellations
* * * * * end_leaving_plans
* * * * * mail_money
31 * * * * mail_plan_reminders ?fill=1d
* * * * * ask_refunds
* * * * * settle_withdrawals
*/10 * * * * reconcile_orders {"hours":2}
13 3 * * * reconcile_orders ?id=reconcile_all_orders&fill=1d {"hours":192}
37 4 * * * compare_payments ?fill=1d
53 2 * * * check_model_shutdowns ?fill=1d
5 * * * * freeze_rankings ?fill=1d
1 0 * * * publish_promotions ?fill=1d
*/10 * * * * mail_report ?fill=1h
* * * * * check_alarms
* * * * * tell_alarms
47 4 * * * verify_ledger ?fill=1d
`;

/** Most periods that one run freezes. */
const periodsAtOnce = 100;

/** Delay of a publish while more periods are to be frozen. */
const publishDelaySeconds = 60;

type JobOptions = {
  /** Lines of a crontab without the command, at which a publish is requested. */
  publishTimes?: readonly string[];
  /** Ends the wait for a database that is away. */
  signal?: AbortSignal | undefined;
  /** Whether tasks run at their times too, not only when something asks for them. */
  isTimed?: boolean;
};

/** Runs the tasks of the crontab in this process; any number of processes share the work. */
export async function startJobs(
  platform: TaskPlatform,
  { publishTimes = [], signal, isTimed = true }: JobOptions = {},
): Promise<Worker> {
  const times = isTimed ? crontab + publishTimes.map(publishLine).join('') : '';
  const options = {
    pgPool: platform.database.sessionPool,
    taskList: loggedTasks(platform, tasks(platform)),
    parsedCronItems: parseCrontab(times).map(waitOnce),
    concurrency: 2,
  };
  const worker = await runWorker(options, platform.log, signal);
  // Indexes conversations that an older version stored.
  await worker.addJob('fill_conversation_search', {}, { jobKey: 'fill_conversation_search' });
  // A killed process may have left messages of payment providers.
  await worker.addJob(eventsTask, {}, { jobKey: eventsTask });
  if (!isTimed) return worker;
  const endWatch = watchParts(platform);
  return {
    addJob: worker.addJob,
    stop: () => {
      endWatch();
      return worker.stop();
    },
  };
}

/** Lets one run of a task wait at a time, however many were missed or the running one delays. */
function waitOnce(item: ParsedCronItem): ParsedCronItem {
  const jobKey = `cron_${item.identifier}`;
  return { ...item, options: { ...item.options, jobKey, jobKeyMode: 'replace' } };
}

function publishLine(times: string, index: number): string {
  return `${times} ask_for_publish ?id=publish_time_${index}\n`;
}

function tasks(platform: TaskPlatform): Record<string, Work> {
  const { database, mail, now } = platform;
  const mailing = mail && { ...platform, mail };
  return {
    expire_lots: () => expireEndedLots(database, now()),
    grant_plan_credits: () => grantAllDueLots(database, now()),
    clean_up: () => cleanUp(platform),
    mail_support_requests: async () => mailing && mailRequests(mailing),
    mail_sign_in_notices: async () => mailing && mailSignInNotices(mailing),
    mail_report: async () => mailing && mailDailyReport(mailing),
    mail_deletions: async () => mailing && mailDeletions(mailing),
    delete_accounts: async () => {
      await deleteDueAccounts(platform);
      await logDeletions(platform);
    },
    purge_conversations: () => purgeAllConversations(database),
    fill_conversation_search: () => fillConversationSearch(database),
    ...alarmTasks(platform),
    ...modelTasks(platform),
    ...paymentTasks(platform),
    ...planTasks(platform),
    remove_media: () => removeMedia(platform),
    [purgeTask]: (payload) => purgeGpt(platform, payload),
    ask_for_publish: () =>
      requestPublish(database.query, { by: 'the schedule', isAutomatic: true }),
    publish_promotions: () => publishPromotions(database.query, now()),
    freeze_rankings: async (_, { addJob }) => {
      const isMore = await freezeSome(platform);
      // The rest of an imported history is frozen in another job, so that none runs for long.
      if (isMore) await addJob('freeze_rankings', {}, { jobKey: 'freeze_rankings_rest' });
    },
  };
}

async function cleanUp(platform: TaskPlatform): Promise<void> {
  await cleanUpLogins(platform);
  await deleteOldNotices(platform);
  await deleteOldEvents(platform.database);
  await deleteOldTexts(platform.database);
  await deleteUnsent(platform.database);
  await deleteOldRequests(platform);
  await deleteOldPauses(platform);
  await deleteOldCancellations(platform);
  await deleteOldCounts(platform);
  await deleteOldCosts(platform);
  await deleteOldPayloads(platform);
  await deleteOldAlarms(platform);
  await cleanUpPublishing(platform.database.query);
}

/** Freezes periods. Returns whether more are due. During an import it does nothing: the next run tries again. */
async function freezeSome({ database, log, now }: TaskPlatform): Promise<boolean> {
  try {
    const { frozen, isMore } = await freezePeriods(database, now(), periodsAtOnce);
    const delaySeconds = isMore ? publishDelaySeconds : 0;
    if (frozen.length > 0) {
      await requestPublish(database.query, {
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
