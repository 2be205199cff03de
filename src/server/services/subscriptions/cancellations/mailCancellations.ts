import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { longDay, longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

type Row = typeof planCancellation.$inferSelect;

/**
 * Mails the receipt of each cancellation, with its date, time and content, whether or not the address has an account.
 * The operator gets a copy of a cancellation for good cause. Returns the number of sent receipts.
 */
export function mailCancellations(dependencies: Dependencies): Promise<number> {
  const { config, mail, now } = dependencies;
  return sendWaiting(dependencies, {
    failure: 'the receipt of a cancellation could not be sent',
    idOf: ({ id }: Row) => id,
    lockNext: async (transaction, failed) => {
      const [row] = await transaction
        .select()
        .from(planCancellation)
        .where(and(isNull(planCancellation.mailed), notInArray(planCancellation.id, [...failed])))
        .orderBy(planCancellation.received)
        .limit(1)
        .for('update', { skipLocked: true });
      return row;
    },
    send: async (transaction, row) => {
      const receipt = receiptMail(row, new URL(config.publicUrl).hostname);
      const { supportEmail } = config.operator;
      await sendUnlessPaused({ config, mail, now, query: transaction }, receipt);
      if (row.kind === 'cause' && supportEmail !== undefined) {
        await mail.send({ ...receipt, to: supportEmail, replyTo: row.email });
      }
    },
    finish: (transaction, { id }) =>
      transaction
        .update(planCancellation)
        .set({ mailed: now() })
        .where(eq(planCancellation.id, id)),
  });
}

/** Returns the receipt. The same cancellation always has the same `Message-ID`. */
function receiptMail(row: Row, host: string): Mail {
  const { id, email, kind, reason, contract, wanted, received, language } = row;
  const t = translator(language, 'cancellation');
  const lines = [
    t('mail.received', { time: longMoment(language, received) }),
    `${t('email')}: ${email}`,
    `${t('kind')}: ${t(`kinds.${kind}`)}`,
    ...(reason === null ? [] : [`${t('reason')}: ${reason}`]),
    `${t('contract')}: ${contract ?? t('contractAny')}`,
    `${t('wanted')}: ${wanted === null ? t('soonest') : longDay(language, wanted)}`,
  ];
  const mail = layOutMail({
    to: email,
    subject: t('mail.subject'),
    language,
    parts: [
      { text: t('mail.intro') },
      ...lines.map((text) => ({ text })),
      { text: t('mail.effect') },
      { text: t('mail.notMe') },
    ],
  });
  return { ...mail, messageId: `<cancellation-${id}@${host}>` };
}
