import type { Mail } from '../../context/mailer';
import type { RepositoryContext } from '../../context/context';

/** Job 'send-mail'. A mail may arrive twice when the server dies right after sending, but is never lost. */
export async function sendMail({ mail }: Pick<RepositoryContext, 'mail'>, data: Mail): Promise<void> {
  await mail.send(data);
}
