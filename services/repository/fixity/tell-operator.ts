import { z } from 'zod';

import { type Language, languages } from '@domain/language';
import { fillText } from '@domain/text';

import type { JobQueue } from '../context/job-queue';
import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';
import type { Database } from '../store/database';
import { lockFaultMails } from '../store/locks';
import { type FoundFault, lastTold, listUntoldFaults, setTold } from '../store/object-sums';
import { findObjectUploads, type ObjectUpload } from '../store/object-uploads';

const FaultMailTextsSchema = z.object({
  subject: z.string(),
  text: z.string(),
  damaged: z.string(),
  missing: z.string(),
  mended: z.string(),
  more: z.string(),
});
export type FaultMailTexts = z.infer<typeof FaultMailTextsSchema>;
const texts: Record<Language, FaultMailTexts> = readTexts('mail-fixity', FaultMailTextsSchema);

/** Objects that a mail lists; after a failure of a disk there may be very many. */
const listedFaults = 50;

/** Shortest time between two mails: a broken disk shows its faults one after the other, for days. */
const pauseMs = 24 * 60 * 60 * 1000;

/** Mails the operator the faults of which they were not told, each once, together in one mail, at most one a day. */
export async function tellOperator(
  { db, jobs, now }: { db: Database; jobs: JobQueue; now: () => Date },
  to: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFaultMails(tx);
    const last = await lastTold(tx);
    if (last && now().getTime() - last.getTime() < pauseMs) return;
    const faults = await listUntoldFaults(tx);
    if (faults.length === 0) return;
    const keys = faults.map(({ key }) => key);
    const uploads = await findObjectUploads(tx, keys.slice(0, listedFaults));
    await jobs.enqueue(tx, 'send-mail', composeFaultMail(to, faults, uploads));
    await setTold(tx, keys, now());
  });
  jobs.nudge();
}

/** The mail about faults, in both languages, because that of the operator is not known. `uploads` are those of objects. */
function composeFaultMail(to: string, faults: FoundFault[], uploads: ReadonlyMap<string, ObjectUpload[]>): Mail {
  const parts = languages.map((language) => {
    const words = texts[language];
    const { text, more, mended } = words;
    const lines = faults.slice(0, listedFaults).map(({ key, fault, mendedAt }) => {
      const named = (uploads.get(key) ?? []).map(({ id, fileName }) => `${id} ${fileName}`);
      const line = fillText(words[fault], { key: named.length > 0 ? `${key} (${named.join(', ')})` : key });
      return mendedAt ? `${line} ${mended}` : line;
    });
    if (faults.length > listedFaults) lines.push(fillText(more, { count: faults.length - listedFaults }));
    return fillText(text, { count: faults.length, objects: lines.join('\n') });
  });
  const subjects = languages.map((language) => texts[language].subject);
  return { to, subject: `Motothek: ${subjects.join(' / ')}`, text: `${parts.join('\n\n---\n\n')}\n` };
}
