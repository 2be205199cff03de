import { sql } from 'drizzle-orm';
import type { ChatSettings } from '#contract/chatSettings.ts';
import { type Product, type Tier, tierOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, chatSetting } from '#server/db/schema/chat.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { readSettings } from '#server/services/chatSettings/readSettings.ts';
import { ownedLots } from '#server/services/product/ownedProducts.ts';

/** One send, under the caller's id, with the digest of what was asked under it. */
export type Send = { userId: string; requestId: string; digest: string };

export type Asker = {
  tier: Tier;
  settings: ChatSettings;
  /** The answer, where this was sent before. */
  asked: string | undefined;
};

type AskerRow = {
  products: Product[];
  settings: Partial<ChatSettings> | null;
  id: string | null;
  digest: string | null;
};

/** What asking needs to know of a user, in one query. Throws `request_id_reused`. */
export async function readAsker(query: Executor, send: Send, now: Date): Promise<Asker> {
  const { rows } = await query.execute<AskerRow>(
    sql`select
        array(select distinct ${creditLot.product} from ${creditLot} where ${ownedLots(send.userId, now)}) as products,
        (select ${chatSetting.settings} from ${chatSetting} where ${chatSetting.userId} = ${send.userId}) as settings,
        ${answer.id} as id, ${answer.requestDigest} as digest
      from (select) one left join ${answer}
        on ${answer.userId} = ${send.userId} and ${answer.requestId} = ${send.requestId}`,
  );
  const [row] = rows;
  return {
    tier: tierOf(row?.products ?? []),
    settings: readSettings(row?.settings),
    asked: row?.id ? joined(send, row.id, row.digest) : undefined,
  };
}

/** The answer to what was sent before under this id. Throws `request_id_reused`. */
export async function findAsked(query: Executor, send: Send): Promise<string | undefined> {
  const [asked] = await query
    .select({ id: answer.id, digest: answer.requestDigest })
    .from(answer)
    .where(sql`${answer.userId} = ${send.userId} and ${answer.requestId} = ${send.requestId}`);
  return asked && joined(send, asked.id, asked.digest);
}

function joined(send: Send, answerId: string, digest: string | null): string {
  if (digest === send.digest) return answerId;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}
