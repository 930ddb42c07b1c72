import { useTranslation } from 'react-i18next';

import type { Related } from '@domain/api/search';

import { nameOf, ContributedText, withTitlesFor } from '~/components/contributed-text';
import { useSearchWords } from '~/components/search/search-words';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { Address } from './address';
import type { Cited } from './cited.server';

interface RelatedSectionProps {
  /** Null while they are not available. */
  related: Related | null;
  cited: Cited;
}

/** Data sets of the same study, similar ones, and works that the authors name. */
export function RelatedSection({ related, cited }: RelatedSectionProps) {
  const { t } = useTranslation('data-set');
  const known = related?.sameStudy ?? [];
  const forms = cited.otherForms.filter(({ address }) => !known.some((row) => isAt(row, address)));
  const isEmpty = known.length + forms.length + (related?.similar.length ?? 0) + cited.works.length === 0;
  return (
    <section aria-labelledby="related">
      <h2 id="related">{t('related.heading')}</h2>
      {isEmpty ? <p>{t(related ? 'related.none' : 'related.away')}</p> : null}
      {known.length + forms.length > 0 ? (
        <>
          <h3>{t('related.sameStudy')}</h3>
          <ul>
            {known.map((row) => (
              <RelatedRow key={row.nr} row={row} />
            ))}
            {forms.map(({ kind, address }) => (
              <li key={address}>
                {t(`related.${kind}`)} <a href={address}>{address}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {related && related.similar.length > 0 ? (
        <>
          <h3>{t('related.similar')}</h3>
          <ul>
            {related.similar.map((row) => (
              <RelatedRow key={row.nr} row={row} />
            ))}
          </ul>
        </>
      ) : null}
      <Works works={cited.works} />
    </section>
  );
}

const isAt = ({ nr, doiUrl }: Related['similar'][number], address: string) =>
  address === doiUrl || address.endsWith(paths.dataSet(nr));

function RelatedRow({ row: found }: { row: Related['similar'][number] }) {
  const words = useSearchWords();
  const row = withTitlesFor(found, useLanguage());
  const name = nameOf(row);
  const facts = [words.authors(row.authors), words.years(row.pubYears), words.types(row.types), words.ages(row.ages)];
  return (
    <li>
      <a href={paths.dataSet(row.nr)}>
        <ContributedText language={name.language}>{name.text}</ContributedText>
      </a>{' '}
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </li>
  );
}

function Works({ works }: Pick<Cited, 'works'>) {
  const { t } = useTranslation('data-set');
  if (works.length === 0) return null;
  return (
    <>
      <h3>{t('related.works')}</h3>
      <ul>
        {works.map((address) => (
          <li key={address}>
            <Address>{address}</Address>
          </li>
        ))}
      </ul>
    </>
  );
}
