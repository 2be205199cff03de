export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to, where that is not the sender: a person wrote what the mail carries. */
  replyTo?: string;
  /** The same for a mail that is sent again, with angle brackets. */
  messageId?: string;
  /** The `Message-ID` of the mail that this one answers, with angle brackets. */
  inReplyTo?: string;
};

/** Delivers mail. `send` throws when the next server did not take it; it never logs the address. */
export type MailGateway = {
  send(mail: Mail): Promise<void>;
  /** Where a developer reads the mail that is not sent anywhere, if so. */
  mailboxUrl: string | undefined;
  close(): Promise<void>;
};
