import { useTranslation } from 'react-i18next';

interface DownloadProblemsProps {
  /** Address of a file with the problems of a table, or of all tables. */
  addressOf: (format: 'csv' | 'xlsx', table?: string) => string;
  /** The table whose problems are shown. */
  table: string;
  /** Number of tables of the file. */
  tables: number;
}

/** Links to problem lists for a spreadsheet or SPSS, for this table and for all. */
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
