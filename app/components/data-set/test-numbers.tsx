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

function Statistics({ test: { histogram, curves, label }, show, sexLabels }: Shown & { test: ShownTest }) {
  const { t } = useTranslation('published-distributions');
  const nameOf = useSexNames(sexLabels);
  const { number, cell } = useCellTexts();
  const all = histogram?.groups.map(asGroup) ?? [];
  const byAge = curves?.groups ?? [];
  const sexes = [...new Set([...all, ...byAge].map(({ sex }) => sex))];
  const cellsOf = (groups: readonly Group[], at: number) =>
    sexes.map((code) =>
      cell(
        groups.find(({ sex }) => sex === code),
        at,
      ),
    );
  const [first] = [...all, ...byAge];
  const ranks = ranksOf(first?.lines ?? []).join(' / ');
  const way = wayOf(first?.lines ?? []);
  return (
    <NumberTable
      show={show}
      caption={t('pictures.statisticsOf', { test: label })}
      heads={[t('pictures.age'), ...sexes.map((sex) => t(`pictures.columns.${way}`, { sex: nameOf(sex), ranks }))]}
      rows={[
        ...(histogram ? [[t('pictures.allAges'), ...cellsOf(all, 0)]] : []),
        ...(curves?.ages ?? []).map(({ start, end }, at) => [
          start === end ? number(start) : t('pictures.agesRange', { start: number(start), end: number(end) }),
          ...cellsOf(byAge, at),
        ]),
      ]}
    />
  );
}

/** The quartiles of a sex like those at an age. */
function asGroup({ sex, results, quartiles }: Histogram['groups'][number]): Group {
  const lines = ['p25', 'p50', 'p75'].map((statistic, at) => ({ statistic, values: [quartiles[at] ?? null] }));
  return { sex, results: [results], lines };
}

/** Texts of the statistics of a group at an age. */
function useCellTexts() {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, language));
  const statistics = (way: Way, values: (number | null)[]) => {
    const [first = null, second = null, third = null] = values;
    const texts: Record<Way, () => string> = {
      quartiles: () => t('pictures.quartiles', { median: number(second), lower: number(first), upper: number(third) }),
      deviation: () => t('pictures.deviation', { mean: number(second), deviation: number(distance(second, first)) }),
      mean: () => number(first),
      percentiles: () => values.map(number).join(' / '),
    };
    return texts[way]();
  };
  const cell = (group: Group | undefined, at: number) => {
    const values = group?.lines.map((line) => line.values[at] ?? null) ?? [];
    if (!group || values.every((value) => value === null)) return number(null);
    const value = statistics(wayOf(group.lines), values);
    const n = group.results[at] ?? null;
    return n === null ? value : t('pictures.cell', { value, number: number(n) });
  };
  return { number, cell };
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
        ...outside('above', t('pictures.above')),
      ]}
    />
  );
}
