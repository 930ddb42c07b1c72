import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionGlance } from '@domain/api/glance';
import type { Closeness } from '@domain/board/experts';
import { ContributedText } from '~/components/contributed-text';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';

import { Fact } from './fact';

/** Most names of a kind that are shown; the metadata has all of them. */
const maxNames = 20;

export interface PartiesProps extends Pick<SubmissionGlance, 'contributor' | 'coAuthors' | 'named'> {
  /** What the expert has in common with them; null if it is not known. */
  closeness: Closeness | null;
}

/** What the list of parties needs of a glance at a submission. */
export function pickParties(
  { contributor, coAuthors, named }: Omit<PartiesProps, 'closeness'>,
  closeness: Closeness | null,
): PartiesProps {
  return { contributor, coAuthors, named, closeness };
}

/** Everybody whom a submission is from, with what the expert has in common with them. */
export function Parties({ contributor, coAuthors, named, closeness }: PartiesProps) {
  const { t } = useTranslation('board');
  const inWords = usePersonInWords();
  const affiliated = named.authors.map(({ name, affiliations }) =>
    affiliations.length > 0 ? `${name} (${affiliations.join('; ')})` : name,
  );
  const contacts = named.contacts.map(({ name, email }) => [name, email].filter(Boolean).join(', '));
  return (
    <>
      <dl className="facts">
        <Names name={t('parties.authors')} names={affiliated} />
        <Names name={t('parties.contacts')} names={contacts} />
        <Names name={t('parties.contributors')} names={named.contributors} />
        <Names name={t('glance.contributor')} names={[inWords(contributor)]} />
        <Names name={t('parties.coAuthors')} names={coAuthors.map((one) => inWords(one))} />
      </dl>
      {isClose(closeness) ? (
        <div className="notice">
          <CommonFacts closeness={closeness} />
        </div>
      ) : null}
    </>
  );
}

function Names({ name, names }: { name: string; names: readonly string[] }) {
  const { t } = useTranslation('board');
  if (names.length === 0) return null;
  const more = names.length - maxNames;
  return (
    <Fact name={name}>
      <ContributedText language="">{names.slice(0, maxNames).join('; ')}</ContributedText>
      {more > 0 ? ` ${t('glance.more', { number: more })}` : null}
    </Fact>
  );
}

/** Whether an expert has anything in common with the authors. */
export function isClose(closeness: Closeness | null): closeness is Closeness {
  return closeness !== null && (closeness.institution !== null || closeness.dataSets.length > 0);
}

/** What an expert has in common with the authors of the submission. */
export function CommonFacts({ closeness }: { closeness: Closeness }) {
  const { t } = useTranslation('panels');
  if (!isClose(closeness)) return null;
  const { institution, dataSets } = closeness;
  return (
    <ul className="common-facts">
      {institution === null ? null : (
        <li>
          {t('common.institution')} <ContributedText language="">{institution}</ContributedText>
        </li>
      )}
      {dataSets.map(({ nr, title }) => (
        <li key={nr}>
          {t('common.dataSet')}{' '}
          <Link to={paths.dataSet(nr)}>
            <ContributedText language="">{title}</ContributedText>
          </Link>
        </li>
      ))}
    </ul>
  );
}
