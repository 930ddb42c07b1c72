import { useTranslation } from 'react-i18next';

interface DownloadProblemsProps {
  /** Address of the file of a table's problems, or of all. */
  addressOf: (format: 'csv' | 'xlsx', table?: string) => string;
  /** The table whose problems are shown. */
  table: string;
  /** Number of tables of the file. */
  tables: number;
}

/** Links to the problems as files to mend them by in a spreadsheet or SPSS: of this table, and of all. */
export function DownloadProblems({ addressOf, table, tables }: DownloadProblemsProps) {
  const { t } = useTranslation('check');
  return (
    <>
      <a className="button button-quiet" href={addressOf('xlsx', table)}>
        {t('files.download')}
      </a>
      <a href={addressOf('csv', table)}>{t('files.asCsv')}</a>
      {tables > 1 ? (
        <>
          <a href={addressOf('xlsx')}>{t('files.all')}</a>
          <a href={addressOf('csv')}>{t('files.allAsCsv')}</a>
        </>
      ) : null}
    </>
  );
}
