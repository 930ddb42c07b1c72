import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ReceivedFile } from '@domain/api/uploads';

import { ColumnHeads } from '~/components/scroll-area';
import { paths } from '~/paths';

/** Result for each file of an upload. Refusals have the repository's messages. */
export function ReceivedFiles({ files }: { files: readonly ReceivedFile[] }) {
  const { t } = useTranslation('uploads');
  const [only] = files;
  if (!only) return null;
  // The reason for refusing a single file stands at its field.
  if (files.length === 1 && only.error) {
    return only.error.upload ? (
      <p>
        <Link to={paths.uploadData(only.error.upload)}>{t('upload.toIdentical')}</Link>
      </p>
    ) : null;
  }
  return (
    <table className="received-files">
      <caption>{t('upload.results')}</caption>
      <ColumnHeads names={[t('upload.resultFile'), t('upload.result')]} />
      <tbody>
        {files.map(({ id, fileName, error }, index) => (
          <tr key={index}>
            <th scope="row">{fileName}</th>
            <td>
              {error ? error.message : null}
              {error?.upload ? (
                <>
                  {' '}
                  <Link to={paths.uploadData(error.upload)}>{t('upload.toIdentical')}</Link>
                </>
              ) : null}
              {id === null ? null : <Link to={paths.uploadData(id)}>{t('upload.taken')}</Link>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
