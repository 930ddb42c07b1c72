export interface Mail {
  to: string;
  subject: string;
  /** Plain text, in both languages if the reader's is unknown. */
  text: string;
  /** Address to which a POST ends mails of this kind (RFC 8058), for mails that were ordered. */
  endAddress?: string;
  /** Tells a mail from others, and is the same when it is sent again after a failure. */
  id?: string;
}

/** Sends mail by SMTP, or writes it to the outbox folder if no server is configured. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Removes the mails to these addresses from the outbox folder, if there is one. */
  forget(addresses: readonly string[]): Promise<void>;
}
