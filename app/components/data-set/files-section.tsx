import { useTranslation } from 'react-i18next';

import type { PublishedFiles } from '@domain/api/published-files';
import { formatBytes } from '@domain/formats';

import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { OpenSection, type OpenSectionProps } from './open-section';

/** Number of tables whose files the page lists. The package contains all of them. */
const tablesShown = 20;
const heads = ['file', 'format'] as const;
/** What only those are told who may have the files. */
const openHeads = ['size', 'sum'] as const;

/** The published tables as single files, documents, and code that reads the tables. Nothing if there are no files. */
export function FilesSection({ nr, files, tables, needsForm, origin }: OpenSectionProps) {
  const { t } = useTranslation('published-files');
  const language = useLanguage();
  const names = [...new Set(files.flatMap(({ table }) => table ?? []))];
  const shown = new Set(names.slice(0, tablesShown));
  const left = names.length - shown.size;
  const isOpen = files.every((file) => file.isOpen);
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files">{t('heading')}</h2>
      {isOpen ? null : <p>{t('needForm')}</p>}
      <ScrollTable label={t('caption')} heads={[...heads, ...(isOpen ? openHeads : [])].map((head) => t(head))}>
        <tbody>
          {files
            .filter(({ table }) => table === null || shown.has(table))
            .map((file) => (
              <FileRow key={file.fileName} file={file} address={addressOf(file)} />
            ))}
        </tbody>
      </ScrollTable>
      {left > 0 ? <p className="hint">{t('more', { count: left, shown: formatNumber(left, language) })}</p> : null}
      <OpenSection nr={nr} files={files} tables={tables} needsForm={needsForm} origin={origin} />
    </section>
  );

  /** Where the reader can get a file; null if they cannot. */
  function addressOf({ fileName, address, isOpen }: PublishedFiles[number]): string | null {
    if (!isOpen) return null;
    return needsForm ? paths.dataSetFile(nr, fileName, language) : address;
  }
}

function FileRow({ file, address }: { file: PublishedFiles[number]; address: string | null }) {
  const { t } = useTranslation('published-files');
  const language = useLanguage();
  const { fileName, format, bytes, sha256, isOpen } = file;
  return (
    <tr>
      <th scope="row">{address === null ? fileName : <a href={address}>{fileName}</a>}</th>
      <td>{t(`formats.${format}`)}</td>
      {isOpen ? (
        <>
          <td>{bytes === null ? t('notMade') : formatBytes(bytes, language)}</td>
          <td>{sha256 === null ? null : <Sum sha256={sha256} />}</td>
        </>
      ) : null}
    </tr>
  );
}

/** Characters of a checksum that are shown at first. */
const sumShown = 12;

function Sum({ sha256 }: { sha256: string }) {
  return (
    <details>
      <summary>
        <code>{`${sha256.slice(0, sumShown)}…`}</code>
      </summary>
      <code>{sha256}</code>
    </details>
  );
}
