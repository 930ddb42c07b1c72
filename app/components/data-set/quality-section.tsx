import { useTranslation } from 'react-i18next';

import type { ExplainedGroup, Quality } from '@domain/api/quality';
import { qualityWording } from '@domain/quality-wording';

import { ContributedText } from '~/components/contributed-text';
import { FactList } from '~/components/search/search-words';
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

/** The sentences of the statement, which its text in the package shares. */
function useWording() {
  const { t } = useTranslation('quality');
  return qualityWording((key, values) => t(key, values ?? {}), useLanguage());
}

/** The facts in the order of the page. */
const factOrder = ['check', 'problems', 'rowsLeftOut', 'tablesLeftOut', 'columns', 'published', 'review'] as const;

function Summary({ quality }: { quality: Quality }) {
  const wording = useWording();
  const facts = wording.facts(quality);
  return <FactList lines={factOrder.map((fact) => [wording.heading(fact), facts[fact]])} />;
}

type ListProps = Pick<QualitySectionProps, 'sourceLanguage'> & { quality: Quality };

function Explained({ quality: { problems, published }, sourceLanguage }: ListProps) {
  const { t } = useTranslation('quality');
  const { number } = useWording();
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
  const { place } = useWording();
  const { table, column } = group;
  return (
    <ContributedText language={column === null ? null : sourceLanguage}>
      {place(column, table, isTableNamed)}
    </ContributedText>
  );
}

function Explanations({ group, sourceLanguage }: GroupProps) {
  const { t } = useTranslation('quality');
  const { explanation, moreExplanations } = useWording();
  const { explanations, explanationCount, hiddenBecause } = group;
  if (hiddenBecause) return t(`explainedList.${hiddenBecause}`);
  if (explanations.length === 0) return t('explainedList.none');
  const more = explanationCount - explanations.length;
  return (
    <>
      {explanations.map(({ text, cells }, index) => (
        <div key={index}>
          <ContributedText language={sourceLanguage}>
            {explanations.length === 1 ? text : explanation(text, cells)}
          </ContributedText>
        </div>
      ))}
      {more > 0 ? <div>{moreExplanations(more)}</div> : null}
    </>
  );
}

function Corrections({ quality: { corrections } }: { quality: Quality }) {
  const { t } = useTranslation('quality');
  const { day, change } = useWording();
  if (corrections.length === 0) return null;
  const texts = (name: string) => t(`corrections.${name}`);
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
  const wording = useWording();
  if (rowsLeftOut.reasons.length + tablesLeftOut.length === 0) return null;
  return (
    <NumberTable
      show={t('leftOutList.show')}
      caption={t('leftOutList.caption')}
      heads={[t('leftOutList.what'), t('leftOutList.reason')]}
      rows={[
        ...rowsLeftOut.reasons.map((one) => [
          wording.rows(one.rows),
          one.text === '' ? (
            wording.rowReason(one)
          ) : (
            <ContributedText key="text" language={sourceLanguage}>
              {wording.rowReason(one)}
            </ContributedText>
          ),
        ]),
        ...tablesLeftOut.map(({ reason, rows }) => [wording.table(rows), wording.tableReason(reason)]),
      ]}
    />
  );
}

function Columns({ quality: { columns, published }, sourceLanguage }: ListProps) {
  const { t } = useTranslation('quality');
  const { place, outcome } = useWording();
  if (columns.length === 0) return null;
  const texts = (name: string) => t(`columnList.${name}`);
  return (
    <NumberTable
      show={texts('show')}
      caption={texts('caption')}
      heads={['column', 'outcome', 'reason'].map(texts)}
      rows={columns.map((one) => [
        <ContributedText key="column" language={sourceLanguage}>
          {place(one.column, one.table, published.tables > 1)}
        </ContributedText>,
        outcome(one.outcome),
        one.reason,
      ])}
    />
  );
}
