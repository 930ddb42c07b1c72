import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

interface DownloadProblemsProps {
  id: string;
  /** The table whose problems are shown. */
  table: string;
  /** Number of tables of the file. */
  tables: number;
}

/** Links to the problems as files to mend them by in a spreadsheet or SPSS: of this table, and of all. */
export function DownloadProblems({ id, table, tables }: DownloadProblemsProps) {
  const { t } = useTranslation('check');
  return (
    <>
      <a className="button button-quiet" href={paths.problemFile(id, 'xlsx', table)}>
        {t('files.download')}
      </a>
      <a href={paths.problemFile(id, 'csv', table)}>{t('files.asCsv')}</a>
      {tables > 1 ? (
        <>
          <a href={paths.problemFile(id, 'xlsx')}>{t('files.all')}</a>
          <a href={paths.problemFile(id, 'csv')}>{t('files.allAsCsv')}</a>
        </>
      ) : null}
    </>
  );
}
