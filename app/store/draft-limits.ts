import { sql } from 'drizzle-orm';

import { Outage } from '@domain/outage';

import { drafts, type WebDatabase } from './schema';

/** Maximum number of texts stored for one form, and for one account. The oldest are deleted first. */
const maxPerForm = 10;
const maxPerAccount = 200;
/** Bytes of them for one account, about ten of the longest forms (`maxFormBytes`). The oldest are deleted first. */
const maxBytesPerAccount = 20_000_000;

/** Whether the disk has less space than is kept free for the rest of the server. */
export type IsLowOnSpace = () => Promise<boolean>;

/**
 * What happens to a text that is longer than those it replaces if space is low: it is refused, or left out, so that
 * what is stored stays and the act that it precedes goes on, or it is stored all the same, for an act that needs it.
 */
export type IfLow = 'refuse' | 'leave-out' | 'store';

export interface Space {
  isLow: IsLowOnSpace;
  ifLow: IfLow;
}

/** Whether a text is to be stored in place of others. Refuses with an Outage that stands for a full disk. */
export async function mayStore(
  text: string,
  replaced: readonly { entries: string | null }[],
  { isLow, ifLow }: Space,
): Promise<boolean> {
  if (ifLow === 'store' || !(await isLow())) return true;
  const storedBytes = replaced.reduce((sum, { entries }) => sum + Buffer.byteLength(entries ?? ''), 0);
  if (Buffer.byteLength(text) <= storedBytes) return true;
  if (ifLow === 'leave-out') return false;
  throw Object.assign(new Outage('Too little disk space is free for a longer draft.'), { code: 'ENOSPC' });
}

/**
 * Deletes the oldest texts beyond the limits, but the draft of a form only after its stashed versions. Rows that record
 * a save have no text and are counted separately, so that the save of a form is not forgotten.
 */
export async function deleteSurplus(tx: WebDatabase, subject: string): Promise<void> {
  await tx.execute(sql`
    delete from ${drafts} where subject = ${subject} and (form, object, window_id) in (
      select form, object, window_id from (
        select form, object, window_id,
          row_number() over (partition by entries is null order by saved_at desc) as of_account,
          row_number() over (
            partition by form, object, entries is null order by state = 'draft' desc, saved_at desc
          ) as of_form,
          case when entries is not null then
            sum(octet_length(entries)) over (order by saved_at desc, form, object, window_id) end as bytes
        from ${drafts} where subject = ${subject}
      ) as ranked where of_account > ${maxPerAccount} or of_form > ${maxPerForm} or bytes > ${maxBytesPerAccount}
    )`);
}
