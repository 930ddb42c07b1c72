import type { EditorialUpload } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';

import { standingOf } from '../context/access';
import type { Actor, RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';
import { findPeople } from '../store/people';
import { listRevised } from '../store/revisions';
import { findOpening, listVotes } from '../store/submissions';
import { findUploadProgress } from '../store/upload-progress';
import { editorialRow, panelViews, relatedUpload } from './editorial-row';

/** A submission as an expert may see it, without votes if they are a party to it. */
export async function viewSubmission(
  actor: Actor,
  { settings }: RepositoryContext,
  db: Queryable,
  number: number,
): Promise<EditorialUpload> {
  const progress = await findUploadProgress(db, number);
  if (!progress) throw new Refusal('not-found');
  const { owner, status } = progress.upload;
  const votes = await listVotes(db, [number]);
  const people = await findPeople(db, [owner]);
  const standing = standingOf(actor, progress);
  const { timeZone } = settings;
  const row = editorialRow(progress, { votes, contributor: people.get(owner), standing, timeZone });
  const openedAt = await findOpening(db, number, actor.subject);
  const facts = { id: row.id, status, openedAt, votes };
  return {
    upload: row,
    revises: relatedUpload((await listRevised(db, [number])).get(number), timeZone),
    votes: standing === 'board' ? panelViews(facts, actor.subject, timeZone) : [],
  };
}
