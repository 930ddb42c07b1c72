import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { TableShape } from '@domain/api/uploads';

interface TableLinksProps {
  tables: readonly TableShape[];
  /** Name of the table that is shown. */
  current: string;
  addressOf: (table: string) => string;
}

/** Links to the tables of a file with their numbers of rows. */
export function PreviewTables(props: TableLinksProps) {
  const { t } = useTranslation('mapping');
  return <TableLinks {...props} label={t('tables')} stateOf={({ rowCount }) => t('rows', { count: rowCount })} />;
}

/** Links to the tables of a file that will be published, with their numbers of rows. */
export function PublishedTables(props: TableLinksProps) {
  const { t } = useTranslation('mapping');
  const tables = props.tables.filter(({ leftOut }) => leftOut === null);
  const stateOf = (table: TableShape) => t('rows', { count: table.rowCount - table.rowsLeftOut });
  return <TableLinks {...props} tables={tables} label={t('tables')} stateOf={stateOf} />;
}

/** Links to the tables of a file that show whether they are mapped. */
export function MappedTables(props: TableLinksProps & { hint?: string }) {
  const { t } = useTranslation('mapping');
  return (
    <TableLinks
      {...props}
      label={t('tables')}
      stateOf={({ mapped, leftOut }) => t(leftOut ? 'data.tableState' : mapped ? 'tableMapped' : 'tableUnmapped')}
    />
  );
}

const checkStates = {
  none: 'tableUnchecked',
  running: 'tableRunning',
  ready: 'tableDone',
  failed: 'tableUnchecked',
} as const;

/** Links to the tables of a file with the states of their checks, without tables left out. */
export function CheckedTables(props: TableLinksProps) {
  const { t } = useTranslation('check');
  const tables = props.tables.filter(({ leftOut }) => leftOut === null);
  const stateOf = ({ checkState }: TableShape) => t(checkStates[checkState]);
  return <TableLinks {...props} tables={tables} label={t('tables')} stateOf={stateOf} />;
}

/** Says of which tables rows left out were not found again in a corrected file, with links to them. */
export function LostRowsNote({ tables, addressOf }: Pick<TableLinksProps, 'tables' | 'addressOf'>) {
  const { t } = useTranslation('mapping');
  const found = tables.filter(({ rowsLost, leftOut }) => rowsLost > 0 && leftOut === null);
  if (found.length === 0) return null;
  return (
    <div className="notice">
      <p>{t('data.lost.note')}</p>
      <ul>
        {found.map(({ name }) => (
          <li key={name}>
            <Link to={`${addressOf(name)}#rows-left-out`}>{t('data.lost.link', { table: name })}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StatedTableLinksProps extends TableLinksProps {
  label: string;
  stateOf: (table: TableShape) => string;
  hint?: string;
}

/** The tables of a file with their states; nothing if there is only one table. */
function TableLinks({ label, tables, current, addressOf, stateOf, hint }: StatedTableLinksProps) {
  if (tables.length < 2) return null;
  return (
    <nav aria-label={label} className="table-links">
      <ul>
        {tables.map((table) => (
          <li key={table.name}>
            <Link to={addressOf(table.name)} aria-current={table.name === current ? 'page' : undefined}>
              {table.name}
            </Link>{' '}
            <span className="table-links-state">({stateOf(table)})</span>
          </li>
        ))}
      </ul>
      {hint ? <p className="hint">{hint}</p> : null}
    </nav>
  );
}
