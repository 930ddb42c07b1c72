import type { Correction } from '@domain/api/corrections';
import type { Language } from '@domain/language';

import { failureSentence } from '../ingest/failure-sentence';
import { findComingFile } from '../store/corrections';
import type { Actor, RepositoryContext } from './context';
import { findOwnUpload } from './find-own-upload';

/** A corrected file that is on its way into force or could not come into it, and what the last one changed. For the owner. */
export async function findCorrection(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
  language: Language,
): Promise<Correction> {
  const { upload, file } = await findOwnUpload(actor, db, id);
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
