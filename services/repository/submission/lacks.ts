import { z } from 'zod';

import type { MetadataEntry, MetadataFault } from '@domain/api/metadata';
import { type Lack, LackCodeSchema, type NamedLack } from '@domain/api/submission';
import type { Language } from '@domain/language';
import { parentOf } from '@domain/metadata/entries';
import { metadataFaultCodes } from '@domain/metadata/faults';
import { titleFault, validateMetadata } from '@domain/metadata/validate';
import { type SubmissionFacts, submissionLacks } from '@domain/submission';
import type { UploadId } from '@domain/upload-id';

import { fillText, readTexts } from '../locale-texts';
import { formFields } from '../metadata/schema';
import { isBeingCorrected } from '../store/corrections';
import type { Queryable } from '../store/database';
import { countProblems } from '../store/problem-lines';
import { isTitleTaken } from '../store/studies';
import type { TableProgress, UploadProgress } from '../store/upload-progress';

/**
 * Finds everything that is missing before an upload can be submitted. Saved metadata is validated again, because the
 * schema, code lists or titles of others may have changed. Does not check permission.
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

/** One after the other, because a transaction has one connection. */
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

const lackTexts = readTexts('submission', z.record(LackCodeSchema, z.string()));
const faultTexts: Record<Language, Record<string, string>> = readTexts(
  'metadata-faults',
  z.record(z.enum(metadataFaultCodes), z.string()),
);

/** Lacks as sentences in a language. `metadata` is what their validation errors refer to. */
export function nameLacks(
  upload: UploadId,
  lacks: readonly Lack[],
  metadata: readonly MetadataEntry[],
  language: Language,
): NamedLack[] {
  return lacks.map((lack) => {
    const values = {
      table: lack.table ?? '',
      count: lack.count ?? 0,
      field: lack.fault ? labelOf(lack.fault, metadata, language) : '',
      fault: lack.fault ? (faultTexts[language][lack.fault.code] ?? '') : '',
    };
    return { ...lack, upload, sentence: fillText(lackTexts[language][lack.code], values) };
  });
}

/** Name of the field as in the form: numbered from the second value on, and with its parent. */
function labelOf(
  { field: id, index, parent }: MetadataFault,
  metadata: readonly MetadataEntry[],
  language: Language,
): string {
  const field = formFields(language).find((one) => one.id === id);
  const numbered = (label: string, place: number) => (place > 0 ? `${label} ${place + 1}` : label);
  if (!field) return String(id);
  if (parent === null || field.nestedIn === null) return numbered(field.label, index);
  const entry = metadata.find((one) => one.id === id);
  const before = entry?.values.filter((_, other) => other < index && parentOf(entry, other) === parent) ?? [];
  const label = numbered(field.label, before.length);
  const owner = formFields(language).find((one) => one.id === field.nestedIn);
  const owners = metadata.find((one) => one.id === field.nestedIn)?.values.length ?? 0;
  return owner && owners > 1 ? `${owner.label} ${parent + 1}, ${label}` : label;
}
