import type { Quality } from './api/quality';
import { formatDay, formatLocales, formatNumber } from './formats';
import type { Language } from './language-code';

/** Translates a text of `locales/`, such as 'quality:check'; `count` chooses singular or plural. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The facts of a quality statement, in the order in which they are told. */
export type QualityFact = 'published' | 'check' | 'problems' | 'rowsLeftOut' | 'tablesLeftOut' | 'columns' | 'review';

/** The sentences of a quality statement, which are the same on the page of a data set and in its package. */
export function qualityWording(t: Translate, language: Language) {
  const number = (value: number) => formatNumber(value, language);
  const day = (iso: string) => formatDay(iso.split('-'), language);
  const counted = (key: string, count: number) => t(key, { count, number: number(count) });
  const rows = (count: number) => counted('quality:rowCount', count);
  const countOf = (count: number) => (count === 0 ? t('quality:none') : number(count));
  return {
    number,
    day,
    /** The facts in a few words each. */
    facts: ({ published, check, problems, rowsLeftOut, tablesLeftOut, columns, review }: Quality) => {
      const texts: Record<QualityFact, string> = {
        published: publishedText(published),
        check: checkText(check),
        problems: problemsText(problems),
        rowsLeftOut: countOf(rowsLeftOut.rows),
        tablesLeftOut: countOf(tablesLeftOut.length),
        columns: columnsText(columns),
        review: reviewText(review),
      };
      return texts;
    },
    heading: (fact: QualityFact) => t(`quality:${fact}`),
    /** A column, with its table where there are several; null for the whole table. */
    place: (column: string | null, table: string, isTableNamed: boolean) => {
      const name = column ?? t('quality:explainedList.wholeTable');
      return isTableNamed ? t('quality:explainedList.inTable', { column: name, table }) : name;
    },
    /** An explanation of several of one group, each with its cells. */
    explanation: (text: string, cells: number) =>
      t('quality:explainedList.explanation', { text, cells: number(cells) }),
    moreExplanations: (count: number) => counted('quality:explainedList.more', count),
    change: (before: number | null, after: number | null) =>
      before === null || after === null
        ? t('quality:corrections.unknown')
        : t('quality:corrections.change', { before: number(before), after: number(after) }),
    rows,
    table: (rowCount: number) => t('quality:leftOutList.table', { rows: rows(rowCount) }),
    rowReason: ({ reason, text }: Quality['rowsLeftOut']['reasons'][number]) => {
      if (reason !== 'user') return t(`quality:rowReasons.${reason}`);
      return text === ''
        ? t('quality:leftOutList.byContributorOnly')
        : t('quality:leftOutList.byContributor', { text });
    },
    tableReason: (reason: Quality['tablesLeftOut'][number]['reason']) => t(`quality:tableReasons.${reason}`),
    outcome: (outcome: Quality['columns'][number]['outcome']) => t(`quality:columnList.${outcome}`),
  };

  function publishedText({ rows: rowCount, persons }: Quality['published']): string {
    const people = persons === null ? [] : [counted('quality:personCount', persons)];
    return [rows(rowCount), ...people].join(', ');
  }

  function checkText({ rulesVersion, day: checked }: Quality['check']): string {
    if (!rulesVersion || !checked) return t('quality:checkedBefore');
    return t('quality:checkedWith', { version: rulesVersion, day: day(checked) });
  }

  function problemsText({ found, corrected, explained }: Quality['problems']): string {
    if (found === 0) return t('quality:noProblems');
    const cells = counted('quality:problemCount', found);
    return t('quality:problemCells', { cells, corrected: number(corrected), explained: number(explained) });
  }

  function columnsText(columns: Quality['columns']): string {
    const gone = columns.filter(({ outcome }) => outcome === 'left-out').length;
    if (columns.length === 0) return t('quality:none');
    return t('quality:columnCounts', { coarser: number(columns.length - gone), gone: number(gone) });
  }

  function reviewText({ votes, day: decided }: Quality['review']): string {
    const days = new Intl.ListFormat(formatLocales[language], { type: 'conjunction' });
    if (votes.length > 1) return t('quality:votes', { days: days.format([...new Set(votes)].map(day)) });
    return decided ? t('quality:decided', { day: day(decided) }) : '';
  }
}
