import type { Correction } from '@domain/api/corrections';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { failureSentence } from '../ingest/failure-sentence';
import { findComingFile } from '../store/corrections';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload } from './find-source-table';

/** A corrected file that is on its way into force or could not come into it, and what the last one changed. For the owner. */
export async function findCorrection(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
  language: Language,
): Promise<Correction> {
  const { upload, file } = await findReadableUpload(actor, db, id);
  if (upload.owner !== actor.subject) throw new Refusal('not-found');
  const coming = await findComingFile(db, upload.number);
  return {
    coming: coming && {
      fileName: coming.name,
      state: coming.state,
      failure:
        coming.failureCode === null
          ? null
          : {
              code: coming.failureCode,
              sentence: failureSentence(coming.failureCode, language, coming.failureParameters ?? {}),
            },
    },
    changes: file.changes,
  };
}
