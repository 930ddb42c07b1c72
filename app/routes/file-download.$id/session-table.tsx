import { useTranslation } from 'react-i18next';

import type { DownloadSession } from '@domain/api/downloads';

import { Titles } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { DoiLink } from '~/components/search/doi-link';
import { LicenceMarks } from '~/components/search/licence-marks';
import { useSearchWords } from '~/components/search/search-words';

const columns = ['years', 'authors', 'titles', 'doi', 'types', 'licence'] as const;

/** Data sets of a download session. */
export function SessionTable({ files }: { files: DownloadSession['files'] }) {
  const { t } = useTranslation('downloads');
  const words = useSearchWords();
  return (
    <ScrollTable label={t('form.table')} heads={columns.map((column) => t(`form.columns.${column}`))}>
      <tbody>
        {files.map((file) => (
          <tr key={file.nr}>
            <td>{words.years(file.pubYears)}</td>
            <td>{file.authors.join('; ')}</td>
            <td>
              <Titles {...file} />
            </td>
            <td>
              <DoiLink doi={file.doi} href={file.doiUrl} isTest={file.doiIsTest} />
            </td>
            <td>{words.types(file.types)}</td>
            <td>
              <LicenceMarks rights={file.rights} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
