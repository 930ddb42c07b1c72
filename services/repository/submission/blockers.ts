import { z } from 'zod';

import type { MetadataEntry, MetadataError } from '@domain/api/metadata';
import { type Blocker, BlockerCodeSchema, type NamedBlocker } from '@domain/api/submission';
import { openFindings } from '@domain/api/documents';
import { countRowsLeftOut } from '@domain/data-rows';
import { formatLocales } from '@domain/formats';
import type { Language } from '@domain/language';
import { parentOf } from '@domain/metadata/entries';
import { metadataErrorCodes } from '@domain/metadata/errors';
import { titleError, validateMetadata } from '@domain/metadata/validate';
import { type SubmissionFacts, submissionBlockers } from '@domain/submission';
import type { UploadId } from '@domain/upload-id';
import { fillText } from '@domain/text';

import { readTexts } from '../locale-texts';
import { formFields } from '../metadata/schema';
import { isBeingCorrected } from '../store/corrections';
import type { Queryable } from '../store/database';
import { listDocuments } from '../store/documents';
import { countProblems } from '../store/problem-lines';
import { isTitleTaken } from '../store/studies';
import type { TableProgress, UploadProgress } from '../store/upload-progress';

/**
 * Finds everything that is missing before an upload can be submitted. Saved metadata is validated again, because the
 * schema, code lists or titles of others may have changed. Does not check permission. `today` is yyyy-MM-dd.
 */
export async function findSubmissionBlockers(
  db: Queryable,
  { upload, study, file, dataTables }: UploadProgress,
  today: string,
): Promise<Blocker[]> {
  return submissionBlockers({
    fileState: file.state,
    isBeingCorrected: await isBeingCorrected(db, upload.number),
    tables: await withProblems(db, dataTables),
    openFindings: openFindings(await listDocuments(db, upload.number)),
    hasMetadata: study.savedAt !== null,
    errors: study.savedAt === null ? [] : await findMetadataErrors(db, study, today),
  });
}

/** One after the other, because a transaction has one connection. */
async function withProblems(db: Queryable, tables: TableProgress[]): Promise<SubmissionFacts['tables']> {
  const judged: SubmissionFacts['tables'][number][] = [];
  for (const table of tables) {
    const isJudged = table.mapped && table.checkState === 'ready';
    const isEmpty = countRowsLeftOut(table) >= table.rowCount;
    const problems = isJudged ? await countProblems(db, table.id) : { errors: 0, open: 0 };
    judged.push({ ...table, isEmpty, rowsLost: table.choices.lost?.length ?? 0, problems });
  }
  return judged;
}

async function findMetadataErrors(
  db: Queryable,
  { id, metadata, titleKey }: UploadProgress['study'],
  today: string,
): Promise<MetadataError[]> {
  const errors = validateMetadata(formFields('en'), metadata, today);
  const isTaken = titleKey !== null && (await isTitleTaken(db, titleKey, [id]));
  return isTaken ? [...errors, titleError('title-taken')] : errors;
}

const blockerTexts = readTexts('submission', z.record(BlockerCodeSchema, z.string()));
const errorTexts: Record<Language, Record<string, string>> = readTexts(
  'metadata-errors',
  z.record(z.enum(metadataErrorCodes), z.string()),
);

/** Blockers with their messages in a language. Their validation errors refer to `metadata`. */
export function describeBlockers(
  upload: UploadId,
  blockers: readonly Blocker[],
  metadata: readonly MetadataEntry[],
  language: Language,
): NamedBlocker[] {
  return blockers.map((blocker) => {
    const values = {
      table: blocker.table ?? '',
      count: (blocker.count ?? 0).toLocaleString(formatLocales[language]),
      field: blocker.error ? labelOf(blocker.error, metadata, language) : '',
      error: blocker.error ? (errorTexts[language][blocker.error.code] ?? '') : '',
    };
    return { ...blocker, upload, message: fillText(blockerTexts[language][blocker.code], values) };
  });
}

/** Name of the field as in the form: numbered from the second value on, and with its parent. */
function labelOf(
  { field: id, index, parent }: MetadataError,
  metadata: readonly MetadataEntry[],
  language: Language,
): string {
  const field = formFields(language).find((one) => one.id === id);
  const numbered = (label: string, position: number) => (position > 0 ? `${label} ${position + 1}` : label);
  if (!field) return String(id);
  if (parent === null || field.nestedIn === null) return numbered(field.label, index);
  const entry = metadata.find((one) => one.id === id);
  const before = entry?.values.filter((_, other) => other < index && parentOf(entry, other) === parent) ?? [];
  const label = numbered(field.label, before.length);
  const owner = formFields(language).find((one) => one.id === field.nestedIn);
  const owners = metadata.find((one) => one.id === field.nestedIn)?.values.length ?? 0;
  return owner && owners > 1 ? `${owner.label} ${parent + 1}, ${label}` : label;
}
