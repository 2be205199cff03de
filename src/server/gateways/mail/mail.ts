export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address for replies, if it is not the sender's. A mail with it contains a person's own text. */
  replyTo?: string;
  /** With angle brackets. A mail that is sent again has the same one. */
  messageId?: string;
  /** The `Message-ID` of the mail that this one replies to, with angle brackets. */
  inReplyTo?: string;
};

/** Delivers mail. `send` throws when the next mail server did not take it. It never logs the address. */
export type MailGateway = {
  send(mail: Mail): Promise<void>;
  /** The page of the development mailbox; `undefined` when mail is really sent. */
  mailboxUrl: string | undefined;
  close(): Promise<void>;
};
