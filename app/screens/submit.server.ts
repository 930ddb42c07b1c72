import type { UploadState } from '@domain/api/uploads';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { canStart } from '@domain/workflow-steps';

import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { readMapping } from '~/repository-client/mapping';
import { countProblems } from '~/repository-client/problems';
import { readMetadata } from '~/repository-client/metadata';

/** What the submit screen sums up; nothing while the upload cannot be submitted. */
export async function loadSubmit(context: LoadContext, upload: UploadState) {
  if (!upload.flags.submitted && !canStart('submit', upload.flags)) return { upload, summary: null };
  const { id, kind } = upload;
  const [tables, study] = await orFailurePage(
    Promise.all([
      Promise.all(upload.tables.map(({ name }) => summariseTable(context, { id, kind, table: name }))),
      readMetadata(context, id),
    ]),
  );
  const title = firstValueOf(study.metadata, fieldIds.title);
  return { upload, summary: { tables, title, licence: firstValueOf(study.metadata, fieldIds.licence) } };
}

async function summariseTable(context: LoadContext, address: Parameters<typeof readMapping>[1]) {
  const [mapping, problems] = await Promise.all([
    readMapping(context, address),
    countProblems(context, address.id, address.table),
  ]);
  const { cells, open, errors } = problems;
  return { table: address.table, mapped: mapping.length, problems: cells, open: open + errors };
}

export type SubmitSummary = NonNullable<Awaited<ReturnType<typeof loadSubmit>>['summary']>;
