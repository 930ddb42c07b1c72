import { useTranslation } from 'react-i18next';

import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

/** What the page of comparisons offers as files, by the first part of their names, and in which formats. */
export const normFiles = {
  percentiles: ['csv'],
  'curves-f': ['svg', 'png'],
  'curves-m': ['svg', 'png'],
  studies: ['csv'],
  aggregated: ['csv'],
  trend: ['csv', 'svg', 'png'],
  fit: ['csv'],
  sources: ['bib'],
} as const;
export type NormFile = keyof typeof normFiles;
export type NormFileFormat = (typeof normFiles)[NormFile][number];

/** The file that a name stands for ('trend.csv'); null for any other name. */
export function normFileOf(fileName: string): { file: NormFile; format: NormFileFormat } | null {
  const [name = '', extension = '', ...more] = fileName.split('.');
  if (more.length > 0 || !Object.hasOwn(normFiles, name)) return null;
  const file = name as NormFile;
  const format = normFiles[file].find((one) => one === extension);
  return format ? { file, format } : null;
}

/** Links to something on the page as files. `query` as in the address of the page. */
export function FileLinks({ file, query }: { file: NormFile; query: string }) {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  return (
    <p className="norm-files">
      {t('files.download')}{' '}
      {normFiles[file].map((format) => (
        <a key={format} href={paths.compareFile(`${file}.${format}`, query, language)} rel="nofollow">
          {t(`files.formats.${format}`)}
          <span className="visually-hidden"> {t('files.of', { what: t(`files.what.${file}`) })}</span>
        </a>
      ))}
    </p>
  );
}
