import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';

import type { ClassReport, ClassTest } from '@domain/api/class-report';
import { useNormWords } from '~/components/norms/norm-words';
import { PageButtons } from '~/components/workflow/page-buttons';
import { CheckboxField } from '~/forms/fields';
import { paths } from '~/paths';
import type { ClassStep } from '~/screens/my-class.server';

import { ClassForm, StepHeading } from './class-form';
import { ChildrenTables, Medians } from './class-tables';
import { LeftOutRows, Problems, Unplaced } from './report-notes';
import { type ReportPage, reportPages, withNamesakes } from './report-pages';
import { Slips } from './slips';

type Shown = SerializeFrom<Extract<ClassStep, { step: 'report' }>>;

/** The third step: the report of the class, to be read, printed or saved. */
export function ReportStep({ shown: { carried, report: made, unused, page } }: { shown: Shown }) {
  const { t } = useTranslation('my-class');
  const { report, namesakes } = withNamesakes(made, (child) => t('report.namesake', child));
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
      {namesakes.length > 0 ? <p className="notice">{t('report.namesakes', { names: namesakes.join(', ') })}</p> : null}
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
        <ClassPart key={`${part.name} ${part.number}`} part={part} tests={testsOf(part, report)} />
      ))}
      <Unplaced report={report} />
      <Problems problems={report.problems} />
      <LeftOutRows rows={report.leftOut} />
      {/* Behind all that names other children: each slip is given away. */}
      {parts.map((part) => (
        <Slips key={`${part.name} ${part.number}`} tests={testsOf(part, report)}>
          {part.children}
        </Slips>
      ))}
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

function ClassPart({ part, tests }: { part: ReportPage; tests: ClassTest[] }) {
  const { t } = useTranslation('my-class');
  const name = partName(part, t);
  return (
    <section className="class-report" aria-label={name}>
      <h3>{name}</h3>
      <h4>{t('report.children')}</h4>
      <p>{t('report.scale')}</p>
      <ChildrenTables name={name} tests={tests}>
        {part.children}
      </ChildrenTables>
      <h4>{t('report.medians')}</h4>
      <p>{t('report.mediansHint')}</p>
      <Medians name={partName({ ...part, isPart: false }, t)} tests={tests} medians={part.medians} />
    </section>
  );
}

/** The tests of which a class has results. */
function testsOf(part: ReportPage, { tests }: ClassReport): ClassTest[] {
  return tests.filter(({ key }) => part.medians.some((median) => median.key === key) || hasResult(part, key));
}

function hasResult({ children }: ReportPage, wanted: string): boolean {
  return children.some(({ results }) => results.some(({ key }) => key === wanted));
}
