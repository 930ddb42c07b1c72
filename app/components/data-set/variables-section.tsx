import { useTranslation } from 'react-i18next';

import type { PublishedTables } from '@domain/api/search';

import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Number of tables that the page describes. The preview and the package contain all of them. */
const tablesShown = 20;
const heads = ['meaning', 'unit', 'key', 'codes', 'missing', 'source'] as const;

interface VariablesSectionProps {
  tables: PublishedTables;
  /** Language of the contributor's column names; '' = unknown. */
  sourceLanguage: string;
}

/** Columns of the published tables with their units, codes and missing values. */
export function VariablesSection({ tables, sourceLanguage }: VariablesSectionProps) {
  const { t } = useTranslation('data-set');
  const language = useLanguage();
  const left = tables.length - tablesShown;
  return (
    <section aria-labelledby="variables">
      <h2 id="variables">{t('variables.heading')}</h2>
      {tables.slice(0, tablesShown).map((table) => (
        <Variables key={table.name} table={table} sourceLanguage={sourceLanguage} />
      ))}
      {left > 0 ? (
        <p className="hint">{t('variables.more', { count: left, shown: formatNumber(left, language) })}</p>
      ) : null}
    </section>
  );
}

function Variables({ table, sourceLanguage }: { table: PublishedTables[number]; sourceLanguage: string }) {
  const { t } = useTranslation('data-set');
  const words = useSearchWords();
  const language = useLanguage();
  const rows = formatNumber(table.rowCount, language);
  return (
    <ScrollTable
      label={t('variables.caption', { table: table.name, rows, count: table.rowCount })}
      height="metadata"
      heads={heads.map((head) => t(`variables.${head}`))}
      isLabelShown
    >
      <tbody>
        {table.columns.map(({ key, label, unit, source, codes, missing }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{words.unit(unit)}</td>
            <td>
              <code>{key}</code>
            </td>
            <td>{codes.map(({ code, label: name }) => `${code} = ${name}`).join('; ')}</td>
            <td>{[t('variables.empty'), ...missing].join('; ')}</td>
            <td>
              <ContributedText language={sourceLanguage || null}>{source}</ContributedText>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
