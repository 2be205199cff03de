import { desc, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Sharing } from '#contract/sharing/sharing.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { startSession } from '#server/services/login/session.ts';
import { vi } from 'vitest';
import { type AccountServer, startAccountServer } from './accountServer.ts';
import { createUser } from './database.ts';
import { type OperatorShell, openOperatorShell } from './operatorProcess.ts';
import { type SmtpServer, startSmtpServer } from './smtp.ts';

export type Sender = { userId: string; email: string; cookie: string };

export const today = dayOf(new Date());

export type SharingServer = AccountServer & {
  smtp: SmtpServer;
  shell: OperatorShell;
  /** The address that the mail server refuses. */
  refuse(address: string | undefined): void;
  /** A mail gateway that sends by the mail server. */
  mail(): MailGateway;
  /** Removes posts, rewards and limits, and starts the event of these days again. */
  clear(): Promise<void>;
  newSender(email?: string): Promise<Sender>;
  sendLink(sender: Pick<Sender, 'cookie'>, link: string, language?: Language): Promise<Response>;
  sendPicture(
    sender: Pick<Sender, 'cookie'>,
    content: Uint8Array<ArrayBuffer>,
    query?: string,
  ): Promise<Response>;
  stateOf(sender: Pick<Sender, 'cookie'>): Promise<Sharing>;
  /** The number of a user's latest post. */
  numberOf(sender: Sender): Promise<number>;
  /** Moves a post into the past, as the command line has the clock of this machine. */
  age(post: number, hours: number): Promise<void>;
  /** Sends a post that is old enough to be reviewed. Returns its number. */
  sendAged(sender: Sender, link?: string): Promise<number>;
};

let count = 0;

/** The address of a post that was never submitted. */
export function newLink(): string {
  return `https://social.example.net/posts/${(count += 1)}`;
}

/** A JPEG with the name of a camera's owner in it. */
export async function makeScreenshot(background = '#336699'): Promise<Uint8Array<ArrayBuffer>> {
  const made = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(made);
}

/** A server on which an event runs, from three days ago for three more days, with mail and the command line. */
export async function startSharingServer(): Promise<SharingServer> {
  const days = { from: addDays(today, -3), to: addDays(today, 3), percentOff: 25 };
  const environment = { SHARING_EVENT: `${days.from}/${days.to}`, SHARING_PERCENT: '25' };
  const server = await startAccountServer({}, environment);
  let refused: string | undefined;
  const smtp = await startSmtpServer({ refuse: (to) => (to === refused ? 550 : undefined) });
  vi.stubEnv('SMTP_URL', smtp.url);
  vi.stubEnv('SECRET', server.platform.config.secret);
  const shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
  const { query } = server.database;
  const sendLink: SharingServer['sendLink'] = ({ cookie }, link, language = 'en') => {
    const body = JSON.stringify({ link, language });
    return server.fetch('/api/sharing/posts', { method: 'POST', cookie, body });
  };
  const numberOf = async ({ userId }: Sender): Promise<number> => {
    const isOwn = eq(sharingPost.userId, userId);
    const rows = query.select({ id: sharingPost.id }).from(sharingPost).where(isOwn);
    return (await rows.orderBy(desc(sharingPost.id)))[0]?.id ?? 0;
  };
  const age = async (post: number, hours: number): Promise<void> => {
    const span = sql`make_interval(hours => ${hours})`;
    await query.execute(sql`update sharing_post set sent = sent - ${span},
      reviewable = reviewable - ${span}, due = due - ${span} where id = ${post}`);
  };
  return {
    ...server,
    smtp,
    shell,
    sendLink,
    numberOf,
    age,
    refuse: (address) => void (refused = address),
    mail: () => createSmtpMail({ smtpUrl: smtp.url, mailFrom: 'no-reply@example.org' }),
    clear: async () => {
      await query.execute(sql`delete from sharing_post; delete from sharing_reward;
        delete from discount_code; delete from payment_order; delete from rate_limit; delete from audit_entry; delete from mail_pause`);
      smtp.received.length = 0;
      refused = undefined;
      server.platform.config.operator.sharing = days;
      server.platform.now = () => new Date();
    },
    newSender: async (email = `${crypto.randomUUID()}@example.org`) => {
      const userId = await createUser(server.database, 0, email);
      const token = await startSession(query, userId, server.platform.now());
      return { userId, email, cookie: `session=${token}; user_id=${userId}` };
    },
    sendPicture: ({ cookie }, content, search = '') => {
      const headers = { 'content-type': 'application/octet-stream' };
      const path = `/api/sharing/screenshots${search}`;
      return server.fetch(path, { method: 'POST', cookie, headers, body: content });
    },
    stateOf: async ({ cookie }) =>
      (await (await server.fetch('/api/sharing', { cookie })).json()) as Sharing,
    sendAged: async (sender, link = newLink()) => {
      const { status } = await sendLink(sender, link);
      if (status !== 200) throw new Error(`The post was refused with ${status}`);
      const post = await numberOf(sender);
      await age(post, 3);
      return post;
    },
    close: async () => {
      vi.unstubAllEnvs();
      await shell.close();
      await smtp.close();
      await server.close();
    },
  };
}
