import { rm } from 'node:fs/promises';
import { release, siteFiles, writeFolder } from '../renderedSite.ts';
import { type S3Server, startS3Server } from '../s3Server.ts';
import { type TestServer, startTestServer } from '../server.ts';
import { startSmtpServer } from '../smtp.ts';
import { startStripeServer } from '../stripe/stripeServer.ts';
import { startWrittenUpstream } from '../writtenUpstream.ts';

export type Environment = Record<string, string>;

/** A running site with a mail server, a provider, Stripe and a bucket that all ask for a password. */
export type SoundInstallation = {
  server: TestServer;
  storage: S3Server;
  /** The variables of its server. */
  environment: Environment;
  /** All of its secrets. */
  secrets: string[];
  /** Functions that close what was opened, in the opposite order. */
  closing: (() => Promise<unknown>)[];
};

export const mailPassword = 'Correct-Horse-77';

const providerKey = 'sk-good-0123456789';

export async function startSoundInstallation(): Promise<SoundInstallation> {
  const stripe = await startStripeServer();
  const { secretKey, webhookSecrets, apiUrl = '' } = stripe.config;
  const shop = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets[0] ?? '',
    STRIPE_API_HOST: apiUrl,
  };
  const server = await startTestServer({ environment: { PUBLISH_AT_START: 'no', ...shop } });
  const { dataDir } = server.platform.config;
  const folder = await writeFolder(siteFiles('one'));
  await release(dataDir, folder);
  const upstream = await startWrittenUpstream(providerKey);
  upstream.answer = 'OK';
  const storage = await startS3Server();
  storage.missing.add('gone');
  const mail = await startSmtpServer({ login: { name: 'dolores', password: mailPassword } });
  const { endpoint = '', accessKeyId, secretAccessKey, region } = storage.config;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PORT: new URL(server.url).port,
    PUBLIC_URL: server.url,
    DATA_DIR: dataDir,
    DATABASE_URL: server.database.url,
    SMTP_URL: mail.url.replace('//', `//dolores:${mailPassword}@`),
    MAIL_FROM: 'Dolores <hello@site.example>',
    COMPATIBLE_BASE_URL: upstream.baseUrl,
    COMPATIBLE_API_KEY: providerKey,
    ...shop,
    MEDIA_STORE: 's3://media/files',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return {
    server,
    storage,
    environment,
    secrets: [mailPassword, providerKey, secretKey, secretAccessKey],
    closing: [
      () => rm(folder, { recursive: true, force: true }),
      server.close,
      stripe.close,
      storage.close,
      mail.close,
      async () => upstream.close(),
    ],
  };
}
