import { maskedEmail } from '@domain/api/administration';

import { recordAct } from '../../audit/audit';
import type { Queryable } from '../store/database';
import { discardMail, findRecipient, hurryMail } from '../store/waiting-mails';

/** Makes a mail due that waits or was refused, or removes it, and records that. Returns false if it is neither any more. */
export async function changeMail(
  tx: Queryable,
  { id, wanted, actor, now }: { id: string; wanted: 'send' | 'discard'; actor: string | null; now: Date },
): Promise<boolean> {
  const after = { recipient: maskedEmail(await findRecipient(tx, id)), mail: 'accounts' as const };
  const isDone = wanted === 'send' ? await hurryMail(tx, id, now) : await discardMail(tx, id, now);
  const act = wanted === 'send' ? 'mail-retried' : 'mail-discarded';
  if (isDone) await recordAct(tx, { at: now, actor, act, object: id, after });
  return isDone;
}
