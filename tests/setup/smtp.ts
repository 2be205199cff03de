import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

type Received = { from: string; to: string[]; email: Email };

type Options = {
  /** Returns the reply that refuses a recipient, with or without words of its own, or nothing to take the mail. */
  refuse?: (address: string) => number | { code: number; words: string } | undefined;
  host?: string;
  /** The name and password that it asks for; without them, it takes mails of everybody. */
  login?: { name: string; password: string };
};

export type SmtpServer = { url: string; received: Received[]; close: () => Promise<void> };

/** A real SMTP server that keeps its mails. */
export async function startSmtpServer({
  refuse = () => undefined,
  host = '127.0.0.1',
  login,
}: Options): Promise<SmtpServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.name && password === login?.password) {
        return done(null, { user: username });
      }
      return done(new Error('Invalid username or password'));
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse(address);
      if (refusal === undefined) return done();
      const { code, words } = typeof refusal === 'number' ? { code: refusal, words: '' } : refusal;
      const text = `${words} <${address}>: refused`.trim();
      return done(Object.assign(new Error(text), { responseCode: code }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push({ from, to, email });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://${host}:${port}`, received, close };
}
