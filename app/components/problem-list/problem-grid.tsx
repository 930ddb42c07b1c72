import { useTranslation } from 'react-i18next';

import { DataGrid, type GridColumn, type GridRow } from '~/components/data-grid/data-grid';
import { gridCellId, problemRowId, type ListedProblem } from './problem-table';

interface ProblemGridProps {
  table: string;
  columns: readonly GridColumn[];
  /** What each column is mapped to, as text. */
  targets: readonly string[];
  rows: readonly GridRow[];
  problems: readonly ListedProblem[];
}

/** Data around the listed problems, read-only; a cell with a problem says so and leads to its line in the list. */
export function ProblemGrid({ table, columns, targets, rows, problems }: ProblemGridProps) {
  const { t } = useTranslation('check');
  const byCell = new Map(problems.flatMap((problem) => (problem.linked ? [[problem.cell, problem]] : [])));
  return (
    <DataGrid
      caption={table}
      label={t('grid', { table })}
      columns={columns}
      targets={targets}
      rows={rows}
      cell={(column, { row }, value) => {
        const cell = `${column.letters}/${row}`;
        const problem = byCell.get(cell);
        if (!problem) return <td key={column.index}>{value}</td>;
        return (
          <td key={column.index} id={gridCellId(cell)} className="cell-with-problem">
            {value}{' '}
            <a href={`#${problemRowId(problem.position)}`}>
              <span aria-hidden="true">▲</span>
              <span className="visually-hidden">{t('toProblem', { cell })}</span>
            </a>
          </td>
        );
      }}
    />
  );
}
