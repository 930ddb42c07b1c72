import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ClassChild, ClassMedian, ClassResult, ClassTest } from '@domain/api/class-report';
import { toldDecimals } from '@domain/norms/class-results';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { testGroups } from './report-pages';
import { ageText, cellsText, Standing, useValueText } from './standing';

/** Medians of a class by test and sex, with where they stand in the norm. */
export function Medians({ name, tests, medians }: { name: string; tests: ClassTest[]; medians: ClassMedian[] }) {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  const valueText = useValueText();
  const heads = (['test', 'sex', 'count', 'classMedian', 'placed', 'percentile'] as const).map((head) =>
    t(`sheets.${head}`),
  );
  return (
    <ScrollTable label={t('report.mediansOf', { name })} heads={heads} className="class-table">
      <tbody>
        {tests.flatMap((test) =>
          medians
            .filter(({ key }) => key === test.key)
            .map(({ sex, children, placed, median, percentile, band }) => (
              <tr key={`${test.key} ${sex}`}>
                <th scope="row">{test.label}</th>
                <td>{t(`sexesOfMany.${sex}`)}</td>
                <td>{formatNumber(children, language)}</td>
                <td>{valueText(median, { ...test, decimals: test.decimals + 1 })}</td>
                <td>{formatNumber(placed, language)}</td>
                <td>
                  {percentile === null || band === null ? t('report.none') : <Standing {...{ percentile, band }} />}
                </td>
              </tr>
            )),
        )}
      </tbody>
    </ScrollTable>
  );
}

interface ChildrenProps {
  name: string;
  tests: ClassTest[];
  children: ClassChild[];
}

/** The children of a class with their results, a few tests in a table. */
export function ChildrenTables({ name, tests, children }: ChildrenProps) {
  const { t } = useTranslation('my-class');
  const nameOf = useChildName();
  const aboutOf = useAboutChild();
  const aboutChild = (child: ClassChild) =>
    [aboutOf(child), child.results.length === 0 && t('report.noResult')].filter(Boolean).join(', ');
  const groups = testGroups(tests);
  return groups.map((group, index) => (
    <ScrollTable
      key={index}
      label={t(index === 0 ? 'report.childrenOf' : 'report.childrenMore', { name, number: index + 1 })}
      heads={[t('sheets.name'), ...group.map(({ label }) => label)]}
      className="class-table"
    >
      <tbody>
        {children.map((child) => (
          <tr key={child.row}>
            <th scope="row">
              {nameOf(child)} <span className="standing-words">{aboutChild(child)}</span>
            </th>
            {group.map((test) => (
              <td key={test.key}>
                <ResultCell test={test} result={child.results.find(({ key }) => key === test.key)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  ));
}

/** A result with its standing, or why it has none. */
export function ResultCell({ test, result }: { test: ClassTest; result: ClassResult | undefined }): ReactNode {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  const valueText = useValueText();
  if (!result) return <span className="visually-hidden">{t('report.none')}</span>;
  const { value, text, notCounted, percentile, worse, same, band, reason } = result;
  const decimals = toldDecimals(text, test.decimals);
  return (
    <>
      <span className="result-value">
        {value === null ? cellsText(text, language) : valueText(value, { ...test, decimals })}
      </span>{' '}
      {percentile === null || band === null ? (
        <span className="standing-words">{reason && t(`reasonsInShort.${reason}`)}</span>
      ) : (
        <Standing {...{ percentile, band, worse, same }} />
      )}
      {notCounted.length > 0 ? (
        <span className="standing-words">
          {t('report.notCounted', { cells: cellsText(notCounted.join('; '), language) })}
        </span>
      ) : null}
    </>
  );
}

/** Sex and age of a child in words, as far as they are known. */
export function useAboutChild(): (child: Pick<ClassChild, 'sex' | 'age' | 'isAgeExact'>) => string {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  return (child) => {
    const age = ageText(child, language);
    return [child.sex && t(`sexes.${child.sex}`), age && t('report.ageYears', { age })].filter(Boolean).join(', ');
  };
}

/** How a child is called: by its name, or by its row. */
export function useChildName(): (child: Pick<ClassChild, 'name' | 'row'>) => string {
  const { t } = useTranslation('my-class');
  return ({ name, row }) => name || t('report.child', { row });
}
