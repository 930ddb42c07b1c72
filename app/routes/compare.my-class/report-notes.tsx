import { useTranslation } from 'react-i18next';

import { type ClassReport, unplacedReasons } from '@domain/api/class-report';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { useChildName } from './class-tables';
import { cellsText } from './standing';

/** How many results of all classes have no percentile, and why. */
export function Unplaced({ report: { classes, tests } }: { report: ClassReport }) {
  const { t } = useTranslation('my-class');
  const results = classes.flatMap(({ children }) => children.flatMap((child) => child.results));
  const counts = unplacedReasons.map((reason) => ({
    reason,
    count: results.filter((one) => one.reason === reason).length,
  }));
  const shown = counts.filter(({ count }) => count > 0);
  const nameOf = useChildName();
  const absent = classes.flatMap(({ children }) => children.filter((child) => child.results.length === 0).map(nameOf));
  return (
    <section aria-labelledby="unplaced">
      <h3 id="unplaced">{t('report.unplaced')}</h3>
      {shown.length === 0 ? (
        <p>{t('report.allPlaced')}</p>
      ) : (
        <>
          <p>{t('report.unplacedText')}</p>
          <ul>
            {shown.map(({ reason, count }) => (
              <li key={reason}>{t('report.unplacedCount', { count, reason: t(`reasons.${reason}`) })}</li>
            ))}
          </ul>
        </>
      )}
      <NotCounted classes={classes} tests={tests} />
      {absent.length > 0 ? <p>{t('report.absent', { names: absent.join(', ') })}</p> : null}
    </section>
  );
}

/** Further results of a child in one test and year, of which only the first counts. */
function NotCounted({ classes, tests }: Pick<ClassReport, 'classes' | 'tests'>) {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  const nameOf = useChildName();
  const labels = new Map(tests.map(({ key, label }) => [key, label]));
  const lines = classes.flatMap(({ children }) =>
    children.flatMap((child) =>
      child.results
        .filter(({ notCounted }) => notCounted.length > 0)
        .map(({ key, notCounted }) => {
          const cells = cellsText(notCounted.join('; '), language);
          return t('report.notCountedLine', { name: nameOf(child), test: labels.get(key), cells });
        }),
    ),
  );
  if (lines.length === 0) return null;
  return (
    <>
      <p>{t('report.notCountedText')}</p>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** What the check found in the tables. */
export function Problems({ problems }: Pick<ClassReport, 'problems'>) {
  const { t } = useTranslation('my-class');
  const hasTables = new Set(problems.map(({ table }) => table)).size > 1;
  const heads = [
    ...(hasTables ? [t('sheets.class')] : []),
    t('report.place'),
    t('report.problem'),
    t('report.consequence'),
  ];
  return (
    <section aria-labelledby="class-problems">
      <h3 id="class-problems">{t('report.problems')}</h3>
      <p>{t(problems.length === 0 ? 'report.noProblems' : 'report.problemsText')}</p>
      {problems.length === 0 ? null : (
        <ScrollTable label={t('report.problemList')} heads={heads} className="class-table">
          <tbody>
            {problems.map(({ table, place, column, message, isLeftOut }, index) => (
              <tr key={index}>
                {hasTables ? <td>{table}</td> : null}
                <th scope="row">{[place, column].filter(Boolean).join(' ') || t('report.wholeTable')}</th>
                <td>{message}</td>
                <td>{t(isLeftOut ? 'report.leftOut' : 'report.kept')}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </section>
  );
}

/** Rows of the tables that are not children. */
export function LeftOutRows({ rows }: { rows: ClassReport['leftOut'] }) {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  if (rows.length === 0) return null;
  const number = (row: number) => formatNumber(row, language);
  return (
    <section aria-labelledby="left-out-rows">
      <h3 id="left-out-rows">{t('report.leftOutRows')}</h3>
      <ul>
        {rows.map(({ table, from, to, text }) => (
          <li key={`${table} ${from}`}>
            {table === '' ? null : `${table}: `}
            {t(from === to ? 'report.leftOutRow' : 'report.leftOutRange', {
              row: number(from),
              from: number(from),
              to: number(to),
              text: cellsText(text, language),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
