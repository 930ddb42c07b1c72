import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

/** Maximum number of names listed. */
const namesListed = 10;

/** Name of a file that other programs take for a workbook or a data file, whatever it contains. */
const namedOtherwise = /\.(?:xlsx?|sav)$/i;

interface ReadingNotesProps {
  reading: ParseResult;
  fileName: string;
  table?: string;
}

/** Notes on a name that does not fit the file, on sheets that were left out and on column names that were made up. */
export function ReadingNotes({ reading, fileName, table }: ReadingNotesProps) {
  const { t } = useTranslation('reading');
  const renamed = reading.tables.find(({ name }) => name === table)?.renamed ?? [];
  const isText = reading.scope === 'text' && namedOtherwise.test(fileName);
  if (reading.skipped.length === 0 && renamed.length === 0 && !isText) return null;
  return (
    <ul className="reading-notes">
      {isText ? <li>{t('isText', { ending: fileName.slice(fileName.lastIndexOf('.') + 1) })}</li> : null}
      {reading.skipped.map(({ name, reason }) => (
        <li key={`${name}-${reason}`}>{t(`skipped.${reason}`, { name })}</li>
      ))}
      {renamed.slice(0, namesListed).map(({ letters, header, name }) => (
        <li key={letters}>
          {header === '' ? t('unnamed', { letters, name }) : t('repeated', { letters, header, name })}
        </li>
      ))}
      {renamed.length > namesListed ? <li>{t('renamedMore', { count: renamed.length - namesListed })}</li> : null}
    </ul>
  );
}
