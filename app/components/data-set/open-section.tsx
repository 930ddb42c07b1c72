import { useTranslation } from 'react-i18next';

import type { PublishedFiles } from '@domain/api/published-files';
import type { PublishedTables } from '@domain/api/search';

import { useSearchWords } from '~/components/search/search-words';

/** Programs for which the page shows code. */
const programs = ['r', 'python', 'duckdb'] as const;
type Program = (typeof programs)[number];

/**
 * Code that reads a Parquet file, by its address on the web or its name. All three read addresses by themselves; DuckDB
 * reads only the parts of the file that a query needs.
 */
const readCode: Record<Program, (file: string) => string> = {
  r: (file) => `# install.packages("arrow")\ndata <- arrow::read_parquet("${file}")`,
  python: (file) => `# pip install pandas pyarrow\nimport pandas as pd\n\ndata = pd.read_parquet("${file}")`,
  duckdb: (file) => `SELECT * FROM '${file}';`,
};

export interface OpenSectionProps {
  nr: number;
  files: PublishedFiles;
  /** The published tables, of which the first one names the units. */
  tables: PublishedTables;
  /** The licence asks for the download form, so files have no public address. */
  needsForm: boolean;
  /** Address of the site, without trailing slash. */
  origin: string;
}

/** Code that reads the Parquet file of the first table. It can be selected; script shows the buttons that copy it. */
export function OpenSection({ nr, files, tables, needsForm, origin }: OpenSectionProps) {
  const { t } = useTranslation('published-files');
  const parquet = files.filter(({ format }) => format === 'parquet');
  const [first] = parquet;
  const units = useUnits(tables.find(({ name }) => name === first?.table));
  if (!first) return null;
  const source = needsForm ? `motothek-${nr}-${first.fileName}` : origin + first.address;
  return (
    <>
      <h3 id="open-in">{t('use.heading')}</h3>
      <p>{needsForm ? t('use.closed') : t(parquet.length > 1 ? 'use.open' : 'use.openOne', { table: first.table })}</p>
      {programs.map((program) => (
        <div key={program} className="read-code">
          <h4>{t(`use.${program}`)}</h4>
          <pre>
            <code id={`code-${program}`}>{readCode[program](source)}</code>
          </pre>
          <button type="button" className="button-quiet" data-copy={`code-${program}`} hidden>
            {t('use.copy', { program: t(`use.${program}`) })}
          </button>
        </div>
      ))}
      {units === '' ? null : <p>{t('use.units', { units })}</p>}
    </>
  );
}

/** Columns with their units, such as 'slj (cm)'. */
function useUnits(table: PublishedTables[number] | undefined): string {
  const words = useSearchWords();
  const columns = table?.columns ?? [];
  return columns
    .flatMap(({ key, unit }) => (words.unit(unit) === '' ? [] : [`${key} (${words.unit(unit)})`]))
    .join(', ');
}
