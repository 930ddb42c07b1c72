import type { EditorialRow } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';

import { editorialRow } from '../editorial/editorial-row';
import { findPeople } from '../store/people';
import { listSubmittedNumbers, listVotes } from '../store/submissions';
import { listUploadProgress } from '../store/upload-progress';
import { isExpert, type Actor, type RepositoryContext } from './context';
import { standingOf } from './view-submission';

/**
 * Everything that was submitted, newest first. Experts only. What is their own or names them is in the list
 * like any other, without what the votes say.
 */
export async function listSubmissions(actor: Actor, { db, settings }: RepositoryContext): Promise<EditorialRow[]> {
  if (!isExpert(actor)) throw new Refusal('forbidden');
  const numbers = await listSubmittedNumbers(db);
  const uploads = await listUploadProgress(db, numbers);
  const votes = await listVotes(db, numbers);
  const people = await findPeople(
    db,
    uploads.map(({ upload }) => upload.owner),
  );
  return uploads.map((progress) =>
    editorialRow(progress, {
      votes: votes.filter(({ upload }) => upload === progress.upload.number),
      contributor: people.get(progress.upload.owner),
      standing: standingOf(actor, progress),
      timeZone: settings.timeZone,
    }),
  );
}
