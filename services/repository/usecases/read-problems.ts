import type { Problem } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { renderProblems } from '../checks/render-problems';
import type { Queryable } from '../store/database';
import { listSourceColumns } from '../store/mapping';
import { listProblemComments, listProblemGroups } from '../store/problems';
import { mappedColumns } from '../checks/mapped-columns';

/** The problems of a table with their comments, in a language. Asks nobody for leave. */
export async function readProblems(
  db: Queryable,
  { table, kind }: { table: number; kind: UploadKind },
  language: Language,
): Promise<Problem[]> {
  const groups = await listProblemGroups(db, table);
  if (groups.length === 0) return [];
  const comments = await listProblemComments(db, table);
  const columns = mappedColumns(kind, await listSourceColumns(db, table));
  return renderProblems(groups, comments, columns, language);
}
