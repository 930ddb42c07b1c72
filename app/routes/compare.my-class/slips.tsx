import { useTranslation } from 'react-i18next';

import type { ClassChild, ClassTest } from '@domain/api/class-report';
import { ColumnHeads } from '~/components/scroll-area';
import { useLanguage } from '~/i18n/use-language';

import { ResultCell, useChildName } from './class-tables';
import { ageText, useValueText } from './standing';

/** A slip for each child, on a page of its own when it is printed. */
export function Slips({ tests, children }: { tests: ClassTest[]; children: ClassChild[] }) {
  return children.map((child) => <Slip key={child.row} child={child} tests={tests} />);
}

function Slip({ child, tests }: { child: ClassChild; tests: ClassTest[] }) {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  const name = useChildName()(child);
  const valueText = useValueText();
  const age = ageText(child, language);
  const about = [child.sex && t(`sexes.${child.sex}`), age && t('report.ageYears', { age })].filter(Boolean);
  return (
    <article className="class-slip">
      <h5>{name}</h5>
      {about.length > 0 ? <p>{about.join(', ')}</p> : null}
      <table className="class-table">
        <caption className="visually-hidden">{t('report.childrenOf', { name })}</caption>
        <ColumnHeads names={[t('sheets.test'), t('sheets.band'), t('sheets.median')]} />
        <tbody>
          {child.results.map((result) => {
            const test = tests.find(({ key }) => key === result.key);
            return test ? (
              <tr key={result.key}>
                <th scope="row">{test.label}</th>
                <td>
                  <ResultCell test={test} result={result} />
                </td>
                <td>{result.median === null ? t('report.none') : valueText(result.median, test)}</td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
      <p className="hint">
        {t('report.comparedWith')} {t('report.noDiagnosis')}
      </p>
    </article>
  );
}
