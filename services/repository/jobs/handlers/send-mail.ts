import type { RepositoryContext } from '../../context';

/** Job 'send-mail'. A mail may arrive twice when the server dies right after sending, but is never lost. */
export async function sendMail({ mail }: Pick<RepositoryContext, 'mail'>, data: Mail): Promise<void> {
  await mail.send(data);
}

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
