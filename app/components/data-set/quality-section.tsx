import { useTranslation } from 'react-i18next';

import type { ExplainedGroup, Quality } from '@domain/api/quality';
import { formatDay } from '@domain/formats';

import { ContributedText } from '~/components/contributed-text';
import { FactList } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { NumberTable } from './number-table';

/** Explained problems that the page lists. The others are in the package. */
const groupsShown = 20;

interface QualitySectionProps {
  /** Null while it cannot be read. */
  quality: Quality | null;
  /** Language of the contributor's column names and explanations; '' = unknown. */
  sourceLanguage: string;
}

/** How the data was checked and reviewed, and what was changed or left out, with the reasons on demand. */
export function QualitySection({ quality, sourceLanguage }: QualitySectionProps) {
  const { t } = useTranslation(['quality', 'data-set']);
  return (
    <section aria-labelledby="quality">
      <h2 id="quality">{t('heading')}</h2>
      {quality ? (
        <>
          <p>
            {t('intro')} <a href={`${paths.manual()}#rules`}>{t('readMore')}</a>
          </p>
          <Summary quality={quality} />
          <Explained quality={quality} sourceLanguage={sourceLanguage} />
          <Corrections quality={quality} />
          <LeftOut quality={quality} sourceLanguage={sourceLanguage} />
          <Columns quality={quality} sourceLanguage={sourceLanguage} />
        </>
      ) : (
        <p>{t('data-set:away')}</p>
      )}
    </section>
  );
}

function useFormats() {
  const language = useLanguage();
  return {
    number: (value: number) => formatNumber(value, language),
    day: (day: string) => formatDay(day.split('-'), language),
    list: (words: string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words),
  };
}

function Summary({ quality }: { quality: Quality }) {
  const { t } = useTranslation('quality');
  const { number } = useFormats();
  const facts = useFactTexts();
  const { rowsLeftOut, tablesLeftOut } = quality;
  const countOf = (count: number) => (count === 0 ? t('none') : number(count));
  return (
    <FactList
      lines={[
        [t('check'), facts.check(quality.check)],
        [t('problems'), facts.problems(quality.problems)],
        [t('rowsLeftOut'), countOf(rowsLeftOut.rows)],
        [t('tablesLeftOut'), countOf(tablesLeftOut.length)],
        [t('columns'), facts.columns(quality.columns)],
        [t('published'), facts.published(quality.published)],
        [t('review'), facts.review(quality.review)],
      ]}
    />
  );
}

/** The facts of a statement in a few words each. */
function useFactTexts() {
  const { t } = useTranslation('quality');
  const { number, day, list } = useFormats();
  return {
    check: (check: Quality['check']) => {
      if (!check.day || !check.rulesVersion) return t('checkedBefore');
      return t('checkedWith', { version: check.rulesVersion, day: day(check.day) });
    },
    problems: ({ found, corrected, explained }: Quality['problems']) =>
      found === 0
        ? t('noProblems')
        : t('problemCells', { found: number(found), corrected: number(corrected), explained: number(explained) }),
    columns: (columns: Quality['columns']) => {
      const gone = columns.filter(({ outcome }) => outcome === 'left-out').length;
      if (columns.length === 0) return t('none');
      return t('columnCounts', { coarser: number(columns.length - gone), gone: number(gone) });
    },
    published: ({ rows, persons }: Quality['published']) =>
      persons === null
        ? t('publishedRowsOnly', { rows: number(rows) })
        : t('publishedRows', { rows: number(rows), persons: number(persons) }),
    review: ({ votes, day: decided }: Quality['review']) => {
      if (votes.length > 1) return t('votes', { days: list([...new Set(votes)].map(day)) });
      return decided ? t('decided', { day: day(decided) }) : '';
    },
  };
}

type ListProps = Pick<QualitySectionProps, 'sourceLanguage'> & { quality: Quality };

function Explained({ quality: { problems, published }, sourceLanguage }: ListProps) {
  const { t } = useTranslation('quality');
  const { number } = useFormats();
  if (problems.groups.length === 0) return null;
  const more = problems.groupCount - groupsShown;
  const texts = (name: string) => t(`explainedList.${name}`);
  return (
    <NumberTable
      show={texts('show')}
      caption={texts('caption')}
      heads={['column', 'finding', 'cells', 'explanations'].map(texts)}
      after={more > 0 ? t('explainedList.moreGroups', { count: more, number: number(more) }) : ''}
      rows={problems.groups
        .slice(0, groupsShown)
        .map((group) => [
          <GroupColumn
            key="column"
            group={group}
            sourceLanguage={sourceLanguage}
            isTableNamed={published.tables > 1}
          />,
          group.finding,
          number(group.cells),
          <Explanations key="explanations" group={group} sourceLanguage={sourceLanguage} />,
        ])}
    />
  );
}

interface GroupProps {
  group: ExplainedGroup;
  sourceLanguage: string;
}

function GroupColumn({ group, sourceLanguage, isTableNamed }: GroupProps & { isTableNamed: boolean }) {
  const { t } = useTranslation('quality');
  const { table, column } = group;
  const name = column === null ? t('explainedList.wholeTable') : column;
  const shown = isTableNamed ? t('explainedList.inTable', { column: name, table }) : name;
  return <ContributedText language={column === null ? null : sourceLanguage}>{shown}</ContributedText>;
}

function Explanations({ group, sourceLanguage }: GroupProps) {
  const { t } = useTranslation('quality');
  const { number } = useFormats();
  const { explanations, explanationCount, hiddenBecause } = group;
  if (hiddenBecause) return t(`explainedList.${hiddenBecause}`);
  if (explanations.length === 0) return t('explainedList.none');
  const more = explanationCount - explanations.length;
  return (
    <>
      {explanations.map(({ text, cells }, index) => (
        <div key={index}>
          <ContributedText language={sourceLanguage}>
            {explanations.length === 1 ? text : t('explainedList.explanation', { text, cells: number(cells) })}
          </ContributedText>
        </div>
      ))}
      {more > 0 ? <div>{t('explainedList.more', { count: more, number: number(more) })}</div> : null}
    </>
  );
}

function Corrections({ quality: { corrections } }: { quality: Quality }) {
  const { t } = useTranslation('quality');
  const { number, day } = useFormats();
  if (corrections.length === 0) return null;
  const texts = (name: string) => t(`corrections.${name}`);
  const change = (before: number | null, after: number | null) =>
    before === null || after === null
      ? texts('unknown')
      : t('corrections.change', { before: number(before), after: number(after) });
  return (
    <NumberTable
      show={texts('show')}
      caption={texts('caption')}
      heads={['day', 'rows', 'problems'].map(texts)}
      rows={corrections.map((one) => [
        day(one.day),
        change(one.rowsBefore, one.rowsAfter),
        change(one.problemsBefore, one.problemsAfter),
      ])}
    />
  );
}

function LeftOut({ quality: { rowsLeftOut, tablesLeftOut }, sourceLanguage }: ListProps) {
  const { t } = useTranslation('quality');
  const { number } = useFormats();
  if (rowsLeftOut.reasons.length + tablesLeftOut.length === 0) return null;
  const rowsIn = (count: number) => t('leftOutList.rows', { count, number: number(count) });
  return (
    <NumberTable
      show={t('leftOutList.show')}
      caption={t('leftOutList.caption')}
      heads={[t('leftOutList.what'), t('leftOutList.reason')]}
      rows={[
        ...rowsLeftOut.reasons.map(({ reason, text, rows }) => [
          rowsIn(rows),
          reason !== 'user' ? (
            t(`rowReasons.${reason}`)
          ) : text === '' ? (
            t('leftOutList.byContributorOnly')
          ) : (
            <ContributedText key="text" language={sourceLanguage}>
              {t('leftOutList.byContributor', { text })}
            </ContributedText>
          ),
        ]),
        ...tablesLeftOut.map(({ reason, rows }) => [
          t('leftOutList.table', { rows: rowsIn(rows) }),
          t(`tableReasons.${reason}`),
        ]),
      ]}
    />
  );
}

function Columns({ quality: { columns, published }, sourceLanguage }: ListProps) {
  const { t } = useTranslation('quality');
  if (columns.length === 0) return null;
  const texts = (name: string) => t(`columnList.${name}`);
  return (
    <NumberTable
      show={texts('show')}
      caption={texts('caption')}
      heads={['column', 'outcome', 'reason'].map(texts)}
      rows={columns.map(({ table, column, outcome, reason }) => [
        <ContributedText key="column" language={sourceLanguage}>
          {published.tables > 1 ? t('explainedList.inTable', { column, table }) : column}
        </ContributedText>,
        texts(outcome),
        reason,
      ])}
    />
  );
}
