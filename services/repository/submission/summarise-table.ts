import type { MetadataEntry } from '@domain/api/metadata';
import type { OverriddenGroup, SubmissionReview } from '@domain/api/submission';
import { columnLetters } from '@domain/column-letters';
import { countRowsLeftOut } from '@domain/data-rows';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { type CheckedColumn, mappedColumns, missingCodes } from '../checks/checked-table';
import { renderCell } from '../checks/render-problems';
import { findRule } from '../checks/rules';
import { withheldReason } from '../packaging/texts';
import { planTable } from '../publication/plan-publication';
import type { Queryable } from '../store/database';
import { listSourceColumns, type SourceColumn } from '../store/mapping';
import { countGroups, listFirstComments, listFirstGroups, wholeTable } from '../store/problem-lines';
import type { TableProgress } from '../store/upload-progress';
import { vocabulary } from '../vocabulary';

/** Maximum number of listed columns per table, problem groups per table and comments per group. The rest is counted. */
const listedColumns = 200;
const listedGroups = 20;
const listedComments = 3;

type SummarisedTable = SubmissionReview['tables'][number];

/** Summary of a table for submission: its mapping, withheld columns and overridden problems. */
export async function summariseTable(
  db: Queryable,
  table: TableProgress,
  { kind, metadata }: { kind: UploadKind; metadata: MetadataEntry[] },
  language: Language,
): Promise<SummarisedTable> {
  const columns = await listSourceColumns(db, table.id);
  const mapped = mappedColumns(kind, columns);
  return {
    name: table.name,
    rowCount: table.rowCount - countRowsLeftOut(table),
    rowsLeftOut: countRowsLeftOut(table),
    columnCount: columns.length,
    mappedCount: mapped.length,
    mapped: mapped
      .slice(0, listedColumns)
      .map(({ position, name, target, unit }) => ({
        letters: columnLetters(position),
        column: name,
        label: target.label[language],
        unit: unit.text[language],
      })),
    ...summariseWithheld({ kind, columns, mapped, metadata }, language),
    ...(await countGroups(db, table.id)),
    overridden: await summariseGroups(db, table.id, mapped, language),
  };
}

/** Only mapped columns, because unmapped ones are left out anyway. */
function summariseWithheld(
  {
    kind,
    columns,
    mapped,
    metadata,
  }: { kind: UploadKind; columns: SourceColumn[]; mapped: CheckedColumn[]; metadata: MetadataEntry[] },
  language: Language,
): Pick<SummarisedTable, 'withheld' | 'withheldCount'> {
  const positions = new Map(mapped.map(({ name, position }) => [name, position]));
  const plan = planTable(columns, { kind, columns: mapped, missing: missingCodes(vocabulary.missingCodes, metadata) });
  const withheld = plan.withheld.filter(({ column }) => positions.has(column));
  return {
    withheldCount: withheld.length,
    withheld: withheld
      .slice(0, listedColumns)
      .map(({ column, reason }) => ({
        letters: columnLetters(positions.get(column) ?? 0),
        column,
        reason: withheldReason(reason, language),
      })),
  };
}

async function summariseGroups(
  db: Queryable,
  table: number,
  columns: CheckedColumn[],
  language: Language,
): Promise<OverriddenGroup[]> {
  const groups = await listFirstGroups(db, table, listedGroups);
  const comments = await listFirstComments(db, table, groups, listedComments);
  return groups.flatMap((group): OverriddenGroup[] => {
    const rule = findRule(group.rule);
    if (!rule) return [];
    const [first = { row: 0, parameters: {} }] = group.cells;
    const column = columns.find(({ position }) => position === group.column) ?? null;
    const { cell, warning } = renderCell(group, rule, column, first, language);
    const own = comments.filter((one) => one.rule === group.rule && one.column === (group.column ?? wholeTable));
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
}
