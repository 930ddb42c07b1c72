import { MetadataEntrySchema } from '@domain/api/metadata';
import type { OverriddenGroup, SubmissionReview } from '@domain/api/submission';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { embargoDay } from '@domain/metadata/embargo';
import { formatUploadId } from '@domain/upload-id';

import { mappedColumns } from '../checks/mapped-columns';
import { renderCell } from '../checks/render-problems';
import { findRule } from '../checks/rules';
import { localDay } from '../editorial/local-time';
import type { Queryable } from '../store/database';
import { listSourceColumns } from '../store/mapping';
import { countGroups, listFirstComments, listFirstGroups } from '../store/override-summaries';
import { wholeTable } from '../store/problem-lines';
import { listStudyUploads } from '../store/studies';
import { submissionVersion } from '../store/submission-version';
import { listUploadProgress, type TableProgress, type UploadProgress } from '../store/upload-progress';
import { nameLacks } from '../submission/name-lacks';
import type { Actor, RepositoryContext } from './context';
import { findLacks } from './find-lacks';
import { findReadableUpload } from './find-source-table';

/** Groups of overridden problems of a table, and comments of a group, that are listed; the rest is counted. */
const listedGroups = 20;
const listedComments = 3;

/**
 * An upload as it would be handed in: what it lacks, the text that tells this state from any other, the
 * problems that comments override, and the other uploads of its study. For its owner.
 */
export async function reviewSubmission(
  actor: Actor,
  { db, doi, settings, now }: RepositoryContext,
  id: string,
  language: Language,
): Promise<SubmissionReview> {
  const progress = await findReadableUpload(actor, db, id);
  const { upload, study, file } = progress;
  if (upload.owner !== actor.subject) throw new Refusal('not-found');
  const members = await listStudyUploads(db, study.id);
  const others = await listUploadProgress(
    db,
    members.flatMap(({ number }) => (number === upload.number ? [] : [number])),
  );
  const end = embargoDay(MetadataEntrySchema.array().parse(study.metadata));
  return {
    ...(await stateOf(db, progress, language)),
    receivedAt: file.receivedAt.toISOString(),
    doi: progress.doi?.doi ?? doi.doiOf(upload.number),
    doiIsTest: (progress.doi?.registrar ?? doi.kind) === 'local',
    embargo: end === '' ? null : { end, isPast: end < localDay(now(), settings.timeZone) },
    tables: await Promise.all(progress.tables.map((table) => summariseTable(db, progress, table, language))),
    others: await Promise.all(
      others.map(async (other) => ({
        ...(await stateOf(db, other, language)),
        kind: other.upload.kind,
        fileName: other.file.name,
        status: other.upload.status,
      })),
    ),
  };
}

/** What an upload lacks; one that is submitted lacks nothing. */
async function stateOf(db: Queryable, progress: UploadProgress, language: Language) {
  const { upload, study, flags } = progress;
  const id = formatUploadId(upload.number, upload.kind);
  const metadata = MetadataEntrySchema.array().parse(study.metadata);
  const lacks = flags.submitted ? [] : await findLacks(db, progress);
  return {
    id,
    version: await submissionVersion(db, progress),
    missing: nameLacks(id, lacks, metadata, language),
  };
}

async function summariseTable(
  db: Queryable,
  { upload }: UploadProgress,
  { id, name }: TableProgress,
  language: Language,
): Promise<SubmissionReview['tables'][number]> {
  const groups = await listFirstGroups(db, id, listedGroups);
  const comments = await listFirstComments(db, id, groups, listedComments);
  const columns = mappedColumns(upload.kind, await listSourceColumns(db, id));
  const overridden = groups.flatMap((group): OverriddenGroup[] => {
    const rule = findRule(group.rule);
    const [first = { row: 0, parameters: {} }] = group.cells;
    if (!rule) return [];
    const column = columns.find(({ position }) => position === group.column) ?? null;
    const { cell, warning } = renderCell(group, rule, column, first, language);
    const own = comments.filter(
      (one) => one.rule === group.rule && one.column === (group.column ?? wholeTable),
    );
    return [
      {
        cell,
        warning,
        column: column?.name ?? null,
        count: group.count,
        comments: own.map(({ comment }) => comment),
        commentCount: own[0]?.total ?? 0,
      },
    ];
  });
  return { name, ...(await countGroups(db, id)), overridden };
}
