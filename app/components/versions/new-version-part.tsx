import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { NewVersionView } from '@domain/api/version-changes';
import type { TableRowsChanged } from '@domain/life/versions';
import type { FormField } from '@domain/metadata/directives';
import { ChangedRound } from '~/components/board/changed-round';
import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

interface NewVersionPartProps {
  version: NewVersionView;
  fields: readonly FormField[];
  /** Shown to the board, with what is new as it was submitted. */
  isForBoard?: boolean;
}

/** What has changed compared with the published version. */
export function NewVersionPart({ version, fields, isForBoard = false }: NewVersionPartProps) {
  const { t } = useTranslation('versions');
  const { former, isFormerWithdrawn, news, changes, votesNeeded } = version;
  return (
    <section aria-labelledby="new-version">
      <h3 id="new-version">{t(isForBoard ? 'changes.headingBoard' : 'changes.heading', { nr: former })}</h3>
      <p>
        <Link to={paths.dataSet(former)}>{t('changes.former')}</Link>
      </p>
      {isFormerWithdrawn ? <p className="notice">{t('changes.withdrawn')}</p> : null}
      {isForBoard && news !== '' ? (
        <>
          <h4>{t('changes.news')}</h4>
          <p className="long-text">
            <ContributedText language="">{news}</ContributedText>
          </p>
        </>
      ) : null}
      {votesNeeded === null || !isForBoard ? null : <p>{t(votesNeeded === 1 ? 'changes.one' : 'changes.two')}</p>}
      <ChangedRows version={version} isForBoard={isForBoard} />
      <h4>{t('changes.other')}</h4>
      <ChangedRound round={changes} fields={fields} heading={null} nothing={t('changes.nothingElse')} />
    </section>
  );
}

function ChangedRows({ version: { rows, changes }, isForBoard }: { version: NewVersionView; isForBoard: boolean }) {
  const { t } = useTranslation('versions');
  if (rows === null) {
    // Without the right to read the file, the words of the other changes say so.
    return changes.content ? <p>{t(isForBoard ? 'changes.rowsAwayBoard' : 'changes.rowsAway')}</p> : null;
  }
  const changed = rows.filter((table) => table.added + table.removed + table.changed > 0);
  if (changed.length === 0) return <p>{t('changes.sameRows')}</p>;
  return (
    <>
      <RowTable tables={changed} />
      <CellTable tables={changed} />
    </>
  );
}

function RowTable({ tables }: { tables: readonly TableRowsChanged[] }) {
  const { t } = useTranslation('versions');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const heads = (['table', 'before', 'after', 'added', 'removed', 'changed', 'cells'] as const).map((head) =>
    t(`changes.${head}`),
  );
  return (
    <ScrollTable label={t('changes.rows')} heads={heads} isLabelShown className="change-table">
      <tbody>
        {tables.map(({ name, rowsBefore, rowsAfter, added, removed, changed, columns }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[rowsBefore, rowsAfter, added, removed, changed, sumOf(columns)].map((value, index) => (
              <td key={index}>{number(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

const sumOf = (columns: readonly { cells: number }[]) => columns.reduce((sum, { cells }) => sum + cells, 0);

/** Columns that are listed for each table. */
const columnsListed = 50;

function CellTable({ tables }: { tables: readonly TableRowsChanged[] }) {
  const { t } = useTranslation('versions');
  const language = useLanguage();
  if (tables.every(({ columns }) => columns.length === 0)) return null;
  return (
    <ScrollTable
      label={t('changes.columns')}
      heads={[t('changes.table'), t('changes.column'), t('changes.cells')]}
      isLabelShown
      className="change-table"
    >
      <tbody>
        {tables.flatMap(({ name, columns }) =>
          columns.slice(0, columnsListed).map(({ column, cells }) => (
            <tr key={`${name} ${column}`}>
              <td>{name}</td>
              <th scope="row">{column}</th>
              <td>{formatNumber(cells, language)}</td>
            </tr>
          )),
        )}
      </tbody>
    </ScrollTable>
  );
}
