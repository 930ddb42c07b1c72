export interface Mail {
  to: string;
  subject: string;
  /** Plain text, both languages where the reader's is not known. */
  text: string;
}

/** Sends mail by SMTP, or files it in the outbox folder when no server is configured. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
