import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionGlance } from '@domain/api/glance';
import { isMotorTest } from '@domain/motor-tests';
import { ContributedText, TitleLines, titlesFor } from '~/components/contributed-text';
import { LicenceMark } from '~/components/search/licence-marks';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';

import type { DistributionsView } from '~/components/distributions/distributions';

import { CheckedContent } from './checked-content';
import { Fact } from './fact';

interface AtAGlanceProps {
  glance: SubmissionGlance;
  /** Number of what was published of it. */
  dataSet: number | null;
  /** Distributions of the results, by table, as far as they can be shown now. */
  distributions: readonly { table: string; view: DistributionsView }[];
}

/** A submission on one page, with links to all of it. */
export function AtAGlance({ glance, dataSet, distributions }: AtAGlanceProps) {
  const { t } = useTranslation('board');
  const { id, content } = glance;
  return (
    <section aria-labelledby="glance-heading" className="at-a-glance">
      <h3 id="glance-heading">{t('glance.heading')}</h3>
      <GlanceFacts glance={glance} />
      {content ? (
        <CheckedContent content={content} distributions={distributions} />
      ) : (
        <p className="hint">{t('glance.closed')}</p>
      )}
      <h4>{t('glance.look')}</h4>
      <ul className="glance-links">
        {content ? <FileLinks id={id} tables={content.tables.map(({ name }) => name)} /> : null}
        <li>
          <Link to={paths.editorialMeta(id)}>{t('glance.links.meta')}</Link>
        </li>
        {content ? (
          <li>
            <a href={paths.editorialOriginal(id)}>{t('glance.links.original')}</a>
          </li>
        ) : null}
        {dataSet === null ? null : (
          <li>
            <Link to={paths.dataSet(dataSet)}>{t('glance.dataSet')}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

const screens = [
  ['data', (id: string, table: string) => paths.editorialData(id, table)],
  ['rows', (id: string, table: string) => paths.editorialRows(id, table)],
  ['check', (id: string, table: string) => paths.editorialCheck(id, table)],
  ['distributions', (id: string, table: string) => `${paths.editorialCheck(id, table)}#distributions`],
  ['preview', (id: string, table: string) => paths.editorialPreview(id, table)],
] as const;

/** Links to the screens of each table. */
function FileLinks({ id, tables }: { id: string; tables: readonly string[] }) {
  const { t } = useTranslation('board');
  return tables.flatMap((table) =>
    screens.map(([name, address]) => (
      <li key={`${name} ${table}`}>
        <Link to={address(id, table)}>
          {t(`glance.links.${name}`)}
          {tables.length > 1 ? ` ${t('glance.of', { table })}` : null}
        </Link>
      </li>
    )),
  );
}

/** What was submitted by whom. */
function GlanceFacts({ glance }: { glance: SubmissionGlance }) {
  const { t } = useTranslation(['board', 'tests']);
  const { title, titleLanguage, contributor, kind, n, licence, studyDesign, batteries, boardNote, content } = glance;
  const language = useLanguage();
  const inWords = usePersonInWords();
  const none = t('board:glance.none');
  const tests = content?.tests.map((test) => (isMotorTest(test) ? t(`tests:${test}.long`) : test)) ?? [];
  return (
    <dl className="facts">
      <Fact name={t('board:glance.title')}>
        {title ? <TitleLines titles={titlesFor(glance, language)} /> : t('board:glance.noTitle')}
      </Fact>
      <Fact name={t('board:glance.contributor')}>{inWords(contributor)}</Fact>
      <Fact name={t('board:glance.type')}>{t(`board:glance.types.${kind}`)}</Fact>
      <Fact name={t('board:glance.n')}>{n === null ? t('board:glance.unknown') : formatNumber(n, language)}</Fact>
      {content ? (
        <Fact name={t('board:glance.ages')}>
          <Ages ages={content.ages} />
        </Fact>
      ) : null}
      <Fact name={t('board:glance.licence')}>{licence ? <LicenceMark name={licence} /> : none}</Fact>
      <Fact name={t('board:glance.design')}>{studyDesign || none}</Fact>
      <Fact name={t('board:glance.battery')}>{batteries.join(', ') || none}</Fact>
      {content ? <Fact name={t('board:glance.tests')}>{tests.join(', ') || none}</Fact> : null}
      {boardNote === '' ? null : (
        <Fact name={t('board:glance.boardNote')}>
          <span className="long-text">
            <ContributedText language={titleLanguage}>{boardNote}</ContributedText>
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Ages({ ages }: { ages: { from: number; to: number } | null }) {
  const { t } = useTranslation('board');
  if (!ages) return t('glance.unknown');
  return t(ages.from === ages.to ? 'glance.agesOne' : 'glance.agesRange', { ...ages });
}
