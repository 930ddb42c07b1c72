import { useTranslation } from 'react-i18next';

import type { ClassChild, ClassTest } from '@domain/api/class-report';
import { useNormWords } from '~/components/norms/norm-words';
import { ColumnHeads } from '~/components/scroll-area';

import { ResultCell, useAboutChild, useChildName } from './class-tables';

/** A slip for each child, on a page of its own when it is printed. */
export function Slips({ tests, children }: { tests: ClassTest[]; children: ClassChild[] }) {
  const tested = children.filter(({ results }) => results.length > 0);
  return tested.map((child) => <Slip key={child.row} child={child} tests={tests} />);
}

function Slip({ child, tests }: { child: ClassChild; tests: ClassTest[] }) {
  const { t } = useTranslation('my-class');
  const name = useChildName()(child);
  const words = useNormWords();
  const about = useAboutChild()(child);
  return (
    <article className="class-slip">
      <h3>{name}</h3>
      {about === '' ? null : <p>{about}</p>}
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
                <td>{result.median === null ? t('report.none') : words.nearestWithUnit(result.median, test)}</td>
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
