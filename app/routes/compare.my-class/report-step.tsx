import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';

import { type ClassReport, unplacedReasons } from '@domain/api/class-report';
import { useNormWords } from '~/components/norms/norm-words';
import { ScrollTable } from '~/components/scroll-area';
import { PageButtons } from '~/components/workflow/page-buttons';
import { CheckboxField } from '~/forms/fields';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { ClassStep } from '~/screens/my-class.server';

import { ClassForm, StepHeading } from './class-form';
import { ChildrenTables, Medians, useChildName } from './class-tables';
import { type ReportPage, reportPages } from './report-pages';
import { Slips } from './slips';

type Shown = SerializeFrom<Extract<ClassStep, { step: 'report' }>>;

/** The third step: the report of the class, to be read, printed or saved. */
export function ReportStep({ shown: { carried, report, unused, page } }: { shown: Shown }) {
  const { t } = useTranslation('my-class');
  const pages = reportPages(report);
  const number = Math.min(Math.max(1, page), pages.length);
  const parts = pages[number - 1] ?? [];
  const hasResults = parts.some(({ children }) => children.some(({ results }) => results.length > 0));
  return (
    <>
      <StepHeading step="report" />
      <p>{t('report.notKept')}</p>
      <Meaning report={report} />
      {unused.length > 0 ? <p>{t('report.unused', { names: unused.join(', ') })}</p> : null}
      <ClassForm step="report" carried={carried}>
        <input type="hidden" name="page" value={number} />
        <ReportButtons />
        <PageButtons
          posts
          label={t('report.classes')}
          name="page"
          pages={pages.map(([part], index) => ({ number: index + 1, text: part ? partName(part, t) : '' }))}
          current={number}
        />
      </ClassForm>
      {hasResults ? null : <p className="notice">{t('report.noChildren')}</p>}
      {parts.map((part) => (
        <ClassPart key={`${part.name} ${part.number}`} part={part} report={report} />
      ))}
      <Unplaced report={report} />
      <Problems problems={report.problems} />
      <LeftOutRows rows={report.leftOut} />
    </>
  );
}

/** What percentiles mean and what they do not, and with whom the class is compared. */
function Meaning({ report: { version, dataSets } }: { report: ClassReport }) {
  const { t } = useTranslation('my-class');
  const words = useNormWords();
  return (
    <div className="notice">
      <p>
        {t('report.comparedWith')} {t('report.noDiagnosis')} <a href={paths.compareMethod()}>{t('report.method')}</a>
      </p>
      <p>
        {version === null ? t('report.noVersion') : t('report.version', { version: words.version(version) })}{' '}
        {dataSets.length > 0 ? t('report.sources', { count: dataSets.length }) : null}
      </p>
      {dataSets.length > 0 ? (
        <ul>
          {dataSets.map(({ nr, title }) => (
            <li key={nr}>
              <a href={paths.dataSet(nr)}>{title || t('report.dataSet', { nr })}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ReportButtons() {
  const { t } = useTranslation('my-class');
  return (
    <>
      <p className="actions">
        <button type="submit" formAction={paths.compareClassFile()}>
          {t('report.xlsx')}
        </button>
        <button type="submit" name="intent" value="mapping" className="button-quiet">
          {t('report.back')}
        </button>
        <a href={paths.compareClass()}>{t('report.again')}</a>
      </p>
      <p className="hint">{t('report.print')}</p>
      <CheckboxField id={printSlipsId} name="printSlips" label={t('report.printSlips')} defaultChecked />
    </>
  );
}

/** Id of the box that the style sheet for printing looks at. */
const printSlipsId = 'print-slips';

type Translate = (key: string, values?: Record<string, string | number>) => string;

function partName({ name, isPart, from, to }: ReportPage, t: Translate): string {
  const of = name === '' ? t('report.onlyClass') : t('report.class', { name });
  return isPart ? t('report.part', { name: of, from, to }) : of;
}

function ClassPart({ part, report: { tests } }: { part: ReportPage; report: ClassReport }) {
  const { t } = useTranslation('my-class');
  const name = partName(part, t);
  const present = tests.filter(({ key }) => part.medians.some((median) => median.key === key) || hasResult(part, key));
  return (
    <section className="class-report" aria-label={name}>
      <h3>{name}</h3>
      <h4>{t('report.children')}</h4>
      <p>{t('report.scale')}</p>
      <ChildrenTables name={name} tests={present}>
        {part.children}
      </ChildrenTables>
      <h4>{t('report.medians')}</h4>
      <p>{t('report.mediansHint')}</p>
      <Medians name={name} tests={present} medians={part.medians} />
      <Slips tests={present}>{part.children}</Slips>
    </section>
  );
}

function hasResult({ children }: ReportPage, wanted: string): boolean {
  return children.some(({ results }) => results.some(({ key }) => key === wanted));
}

/** How many results of all classes have no percentile, and why. */
function Unplaced({ report: { classes } }: { report: ClassReport }) {
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
      {absent.length > 0 ? <p>{t('report.absent', { names: absent.join(', ') })}</p> : null}
    </section>
  );
}

function Problems({ problems }: Pick<ClassReport, 'problems'>) {
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

function LeftOutRows({ rows }: { rows: ClassReport['leftOut'] }) {
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
              text,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
