import { useTranslation } from 'react-i18next';

import type { GlanceContent, GlanceTable } from '@domain/api/glance';
import { targetLabel } from '@domain/api/mapping';
import type { OverriddenGroup } from '@domain/api/submission';
import { DistributionFigures, type DistributionsView } from '~/components/distributions/distributions';
import { ExplainedGroup } from '~/components/submission/comment-answers';
import { formatNumber, formatShare } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { Fact } from './fact';

interface CheckedContentProps {
  content: GlanceContent;
  distributions: readonly { table: string; view: DistributionsView }[];
}

/** What the check found in a file, and what of it will not be published. */
export function CheckedContent({ content, distributions }: CheckedContentProps) {
  const { t } = useTranslation('board');
  const { tables, tablesLeftOut } = content;
  return (
    <>
      <h4>{t('glance.found')}</h4>
      <dl className="facts">
        <Fact name={t('glance.people')}>
          <People content={content} />
        </Fact>
        {tablesLeftOut.length > 0 ? (
          <Fact name={t('glance.tablesLeftOut')}>{tablesLeftOut.map(({ name }) => name).join(', ')}</Fact>
        ) : null}
      </dl>
      {tables.map((table) => (
        <CheckedTable
          key={table.name}
          table={table}
          isNamed={tables.length > 1}
          view={distributions.find((one) => one.table === table.name)?.view ?? null}
        />
      ))}
    </>
  );
}

/** The number of people as the metadata states it, against that in the data and its rows. */
function People({ content: { persons, tables } }: { content: GlanceContent }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const { stated, counted } = persons;
  const number = (value: number | null) => (value === null ? '' : formatNumber(value, language));
  const rows = number(tables.reduce((sum, { rowCount }) => sum + rowCount, 0));
  const values = { stated: number(stated), counted: number(counted), rows };
  if (counted === null) return t(stated === null ? 'glance.peopleUnknown' : 'glance.peopleUncounted', values);
  if (stated === null) return t('glance.peopleUnstated', values);
  if (stated === counted) return t('glance.peopleSame', values);
  return (
    <>
      <strong>{t('glance.peopleDiffer', values)}</strong>
      {persons.areRight ? ` ${t('glance.peopleConfirmed')}` : null}
    </>
  );
}

interface CheckedTableProps {
  table: GlanceTable;
  isNamed: boolean;
  /** Null if its distributions are not shown. */
  view: DistributionsView | null;
}

function CheckedTable({ table, isNamed, view }: CheckedTableProps) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const { name, rowCount, rowsLeftOut, withheld, withheldCount } = table;
  return (
    <>
      {isNamed ? <h5>{t('glance.table', { table: name })}</h5> : null}
      <dl className="facts">
        <Fact name={t('glance.rows')}>
          {rowsLeftOut === 0
            ? t('glance.rowsAll', { number: number(rowCount) })
            : t('glance.rowsLeftOut', { count: rowsLeftOut, number: number(rowsLeftOut), rows: number(rowCount) })}
        </Fact>
        <Fact name={t('glance.columns')}>
          <Columns table={table} />
        </Fact>
        {withheldCount > 0 ? (
          <Fact name={t('glance.withheld')}>
            <ul>
              {withheld.map(({ letters, column, reason }) => (
                <li key={letters}>
                  <span className="column-letters">{letters}</span> {column}: {reason}
                </li>
              ))}
              <More count={withheldCount - withheld.length} />
            </ul>
          </Fact>
        ) : null}
        <Fact name={t('glance.explained')}>
          <Explained table={table} />
        </Fact>
        {view ? (
          <Fact name={t('glance.links.distributions')}>
            <DistributionFigures view={view} of={name} />
          </Fact>
        ) : null}
      </dl>
    </>
  );
}

/** How many columns are mapped, and the names of the others. */
function Columns({ table }: { table: GlanceTable }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const { columnCount, mappedCount, unmapped } = table;
  const number = formatNumber(columnCount, language);
  if (mappedCount === columnCount) {
    return (
      <>
        {t('glance.columnsAll', { number })}
        <Targets table={table} />
      </>
    );
  }
  return (
    <>
      <p>{t('glance.columnsMapped', { number, mapped: formatNumber(mappedCount, language) })}</p>
      <ul className="glance-columns">
        {unmapped.map(({ letters, column }) => (
          <li key={letters}>
            <span className="column-letters">{letters}</span> {column}
          </li>
        ))}
        <More count={columnCount - mappedCount - unmapped.length} />
      </ul>
      <Targets table={table} />
    </>
  );
}

/** The mapped columns with their targets, opened on request. */
function Targets({ table: { mapped, mappedCount } }: { table: GlanceTable }) {
  const { t } = useTranslation('board');
  return (
    <details>
      <summary>{t('glance.targets')}</summary>
      <ul>
        {mapped.map(({ letters, column, label, unit }) => (
          <li key={letters}>
            <span className="column-letters">{letters}</span> {column}: {targetLabel({ value: label, unitText: unit })}
          </li>
        ))}
        <More count={mappedCount - mapped.length} />
      </ul>
    </details>
  );
}

/** Explained cells by kind of problem, with reasons and their share of the rows. */
function Explained({ table }: { table: GlanceTable }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const { groupCount, cellCount, overridden, rowCount } = table;
  if (groupCount === 0) return t('glance.explainedNone');
  const shareOf = ({ column, count }: OverriddenGroup) =>
    column === null || rowCount === 0
      ? undefined
      : t('glance.share', {
          number: formatNumber(count, language),
          rows: formatNumber(rowCount, language),
          share: formatShare(count, rowCount, language, (share) => t('glance.less', { share })),
        });
  return (
    <>
      <p>{t('glance.explainedSum', { count: cellCount, number: formatNumber(cellCount, language) })}</p>
      <ul className="comment-answers">
        {overridden.map((group) => (
          <li key={`${group.cell} ${group.warning}`}>
            <ExplainedGroup group={group} share={shareOf(group)} />
          </li>
        ))}
        <More count={groupCount - overridden.length} />
      </ul>
    </>
  );
}

/** Last line of a list of which only the first ones are shown. */
function More({ count }: { count: number }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  return count > 0 ? <li>{t('glance.more', { number: formatNumber(count, language) })}</li> : null;
}
