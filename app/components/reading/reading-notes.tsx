import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

/** Maximum number of names listed. */
const namesListed = 10;

/** Notes on sheets that were left out and column names that were made up. */
export function ReadingNotes({ reading, table }: { reading: ParseResult; table: string }) {
  const { t } = useTranslation('reading');
  const renamed = reading.tables.find(({ name }) => name === table)?.renamed ?? [];
  if (reading.skipped.length === 0 && renamed.length === 0) return null;
  return (
    <ul className="reading-notes">
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
