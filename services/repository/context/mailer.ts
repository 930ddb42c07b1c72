export interface Mail {
  to: string;
  subject: string;
  /** Plain text, in both languages if the reader's is unknown. */
  text: string;
}

/** Sends mail by SMTP, or writes it to the outbox folder if no server is configured. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
