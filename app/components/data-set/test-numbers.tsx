import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Curves, Histogram, ShownTest } from '@domain/api/published-distributions';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { NumberTable } from './number-table';
import { useSexNames } from './test-picture';

interface TestNumbersProps {
  test: ShownTest;
  sexLabels: Record<string, string>;
  /** Also how many results are in each bar, which takes as much room as everything else. */
  withBins: boolean;
}

/** The numbers of the pictures of a test as tables: statistics of all ages and of each, and results by bin. */
export function TestNumbers({ test, sexLabels, withBins }: TestNumbersProps) {
  const { t } = useTranslation('published-distributions');
  const { histogram, label } = test;
  const show = (name: string) => (
    <>
      {name} <span className="visually-hidden">{t('pictures.numbersOf', { test: label })}</span>
    </>
  );
  return (
    <>
      <Statistics test={test} show={show(t('pictures.statistics'))} sexLabels={sexLabels} />
      {histogram && withBins ? (
        <ByResult histogram={histogram} show={show(t('pictures.results'))} sexLabels={sexLabels} label={label} />
      ) : null}
    </>
  );
}

type Shown = Pick<TestNumbersProps, 'sexLabels'> & { show: ReactNode };
type Group = Curves['groups'][number];

/** A row for each sex at each age, so that the table is as narrow as its picture, however many sexes there are. */
function Statistics({ test: { histogram, curves, label }, show, sexLabels }: Shown & { test: ShownTest }) {
  const { t } = useTranslation('published-distributions');
  const nameOf = useSexNames(sexLabels);
  const { number, statistics } = useCellTexts();
  const all = histogram?.groups.map(asGroup) ?? [];
  const byAge = curves?.groups ?? [];
  const [first] = [...all, ...byAge];
  if (!first) return null;
  const hasSex = [...all, ...byAge].some(({ sex }) => sex !== null);
  const rowsOf = (age: string, groups: readonly Group[], at: number) =>
    groups.flatMap((group) => {
      const value = statistics(group, at);
      const n = number(group.results[at] ?? null);
      const head = hasSex ? t('pictures.sexAtAge', { sex: nameOf(group.sex), age }) : age;
      return value === null ? [] : [[head, value, n]];
    });
  const ranks = ranksOf(first.lines).join(' / ');
  return (
    <NumberTable
      show={show}
      caption={t('pictures.statisticsOf', { test: label })}
      heads={[
        t(hasSex ? 'pictures.sexAndAge' : 'pictures.age'),
        t(`pictures.columns.${wayOf(first.lines)}`, { ranks }),
        t('pictures.n'),
      ]}
      rows={[
        ...rowsOf(t('pictures.allAges'), all, 0),
        ...(curves?.ages ?? []).flatMap(({ start, end }, at) => {
          const range = { start: number(start), end: number(end) };
          return rowsOf(start === end ? range.start : t('pictures.agesRange', range), byAge, at);
        }),
      ]}
    />
  );
}

/** The quartiles of a sex like those at an age. */
function asGroup({ sex, results, quartiles }: Histogram['groups'][number]): Group {
  const lines = ['p25', 'p50', 'p75'].map((statistic, at) => ({ statistic, values: [quartiles[at] ?? null] }));
  return { sex, results: [results], lines };
}

/** Texts of the statistics of a group at an age; null if there are none. */
function useCellTexts() {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, language));
  const statistics = (group: Group, at: number): string | null => {
    const values = group.lines.map((line) => line.values[at] ?? null);
    if (values.every((value) => value === null)) return null;
    const [first = null, second = null, third = null] = values;
    const texts: Record<Way, () => string> = {
      quartiles: () => t('pictures.quartiles', { median: number(second), lower: number(first), upper: number(third) }),
      deviation: () => t('pictures.deviation', { mean: number(second), deviation: number(distance(second, first)) }),
      mean: () => number(first),
      percentiles: () => values.map(number).join(' / '),
    };
    return texts[wayOf(group.lines)]();
  };
  return { number, statistics };
}

type Way = 'quartiles' | 'deviation' | 'mean' | 'percentiles';

/** The statistics of some lines. */
export function wayOf(lines: Group['lines']): Way {
  const names = lines.map(({ statistic }) => statistic).join(' ');
  if (names === 'p25 p50 p75') return 'quartiles';
  if (names === 'low mean high') return 'deviation';
  return names === 'mean' ? 'mean' : 'percentiles';
}

/** The ranks of percentiles: 3 of 'p3'. */
export function ranksOf(lines: Group['lines']): string[] {
  return lines.map(({ statistic }) => statistic.slice(1));
}

function distance(mean: number | null, low: number | null): number | null {
  return mean === null || low === null ? null : Number((mean - low).toPrecision(6));
}

function ByResult({ histogram, show, sexLabels, label }: Shown & { histogram: Histogram; label: string }) {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  const nameOf = useSexNames(sexLabels);
  const { from, binWidth, groups } = histogram;
  const number = (value: number) => formatNumber(value, language);
  const bins = groups[0]?.bins ?? [];
  const edgeOf = (bin: number) => number(Number((from + bin * binWidth).toPrecision(12)));
  const outside = (name: 'below' | 'above', head: string) =>
    groups.some((group) => group[name] > 0) ? [[head, ...groups.map((group) => number(group[name]))]] : [];
  return (
    <NumberTable
      show={show}
      caption={t('pictures.bySex', { test: label })}
      heads={[t('pictures.results'), ...groups.map(({ sex }) => nameOf(sex))]}
      rows={[
        ...outside('below', t('pictures.below', { value: edgeOf(0) })),
        ...bins.map((_, bin) => [
          t('pictures.from', { value: edgeOf(bin) }),
          ...groups.map((group) => number(group.bins[bin] ?? 0)),
        ]),
        ...outside('above', t('pictures.above', { value: edgeOf(bins.length) })),
      ]}
    />
  );
}
