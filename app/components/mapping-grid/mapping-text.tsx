import { useTranslation } from 'react-i18next';

import { DataGrid } from '~/components/data-grid/data-grid';
import { PageButtons } from '~/components/workflow/page-buttons';

import { MappedCount, type MappingView, useColumnPages } from './mapping-view';
import { RowsThatAreNotData, TableUse } from './table-data';
import { targetLabels } from './target-options';

/** The mapping of a table as text. */
export function MappingText({ view }: { view: MappingView }) {
  const { t } = useTranslation('mapping');
  const { table, columns, choices } = view;
  const labels = targetLabels(view.targets);
  return (
    <>
      <TableUse data={view.data} editable={false} />
      <MappedCount view={view} />
      <form method="get">
        <input type="hidden" name="table" value={table.name} />
        <PageButtons posts={false} {...useColumnPages(view)} />
      </form>
      {view.rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
      <DataGrid
        caption={table.name}
        label={t('grid', { table: table.name })}
        columns={columns}
        rows={view.rows}
        targets={columns.map(({ name }) => {
          const choice = choices.get(name);
          return choice === undefined ? t('notMapped') : (labels.get(choice) ?? choice);
        })}
      />
      <RowsThatAreNotData data={view.data} typed={null} />
    </>
  );
}
