import type { Lack } from '@domain/api/submission';
import { validateMetadata } from '@domain/metadata/validate';
import { submissionLacks, type SubmissionFacts } from '@domain/submission';

import { formFields } from '../metadata/schema';
import { isBeingCorrected } from '../store/corrections';
import type { Queryable } from '../store/database';
import { countProblems } from '../store/problem-lines';
import { isTitleTaken } from '../store/studies';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import { titleFault } from './title-fault';

/**
 * All that an upload lacks to be submitted. Saved metadata are judged anew, by the rules of today: the schema,
 * a list of codes or the titles of others may have changed since. Asks nobody for leave.
 */
export async function findLacks(db: Queryable, { upload, study, file, tables }: UploadProgress): Promise<Lack[]> {
  return submissionLacks({
    fileState: file.state,
    isBeingCorrected: await isBeingCorrected(db, upload.number),
    tables: await withProblems(db, tables),
    hasMetadata: study.savedAt !== null,
    faults: study.savedAt === null ? [] : await findFaults(db, study),
  });
}

/** One after the other: a transaction has one connection. */
async function withProblems(db: Queryable, tables: TableProgress[]): Promise<SubmissionFacts['tables']> {
  const judged: SubmissionFacts['tables'][number][] = [];
  for (const table of tables) {
    const isJudged = table.mapped && table.checkState === 'ready';
    judged.push({ ...table, problems: isJudged ? await countProblems(db, table.id) : { errors: 0, open: 0 } });
  }
  return judged;
}

async function findFaults(db: Queryable, { id, metadata, titleKey }: UploadProgress['study']) {
  const faults = validateMetadata(formFields('en'), metadata);
  const isTaken = titleKey !== null && (await isTitleTaken(db, titleKey, [id]));
  return isTaken ? [...faults, titleFault('title-taken')] : faults;
}
