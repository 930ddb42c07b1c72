import { useTranslation } from 'react-i18next';

import { motorTestFacts, motorTestSources } from '@domain/motor-test-facts';
import { motorTests, type MotorTest } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import type english from '../../../locales/en/test-items.json';

/** Texts of the page in one language. */
export type TestItemTexts = typeof english;

/** The 23 motor tests: all in a table, then each with its icon, its method and the meaning of its values. */
export function TestItems({ texts }: { texts: TestItemTexts }) {
  return (
    <>
      <TestTable texts={texts} />
      {motorTests.map((test) => (
        <TestItem key={test} test={test} texts={texts} />
      ))}
    </>
  );
}

function TestTable({ texts }: { texts: TestItemTexts }) {
  const { t } = useTranslation('tests');
  const { words } = texts;
  return (
    <ScrollTable label={words.table} heads={[words.test, words.abbreviation, words.unit, words.better]}>
      <tbody>
        {motorTests.map((test) => (
          <tr key={test}>
            <th scope="row">
              <a href={`#${test}`}>{t(`${test}.long`)}</a>
            </th>
            <td>{t(`${test}.abbr`)}</td>
            <td>{t(`units.${motorTestFacts[test].unit}`)}</td>
            <td>{words[motorTestFacts[test].better]}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function TestItem({ test, texts }: { test: MotorTest; texts: TestItemTexts }) {
  const { t } = useTranslation('tests');
  const { words } = texts;
  const item = texts.items[test];
  const { better, usual, possible } = motorTestFacts[test];
  const source = motorTestSources[test];
  return (
    <section id={test} className="test-item">
      <h2>
        <TestPicture test={test} />
        {t(`${test}.long`)} ({t(`${test}.abbr`)})
      </h2>
      <dl className="facts">
        <Fact name={words.method} value={item.method} />
        <Fact name={words.equipment} value={item.equipment} />
        <Fact name={words.result} value={item.result} />
        <Fact name={words.better} value={words[better]} />
        <Fact name={words.usual} value={useRange(test, usual, words.to)} />
        <Fact name={words.possible} value={useRange(test, possible, words.to)} />
        {'note' in item ? <Fact name={words.note} value={item.note} /> : null}
        <div>
          <dt>{words.source}</dt>
          <dd>
            <a href={source}>
              {new URL(source).hostname}
              <span className="visually-hidden">: {t(`${test}.long`)}</span>
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A range such as '400 to 1,900 m' in the number format of the language; a count has no unit. */
function useRange(test: MotorTest, [min, max]: readonly [number, number], to: string): string {
  const { t } = useTranslation('tests');
  const language = useLanguage();
  const { unit } = motorTestFacts[test];
  const numbers = `${formatNumber(min, language)} ${to} ${formatNumber(max, language)}`;
  return unit === '1' ? numbers : `${numbers} ${t(`units.${unit}`)}`;
}
