import { useTranslation } from 'react-i18next';

import type { SearchSummary, UnderstoodTerm } from '@domain/api/search';
import { maxSearchTermCharacters, maxSearchTerms } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import type { ShownSummary } from './find-results.server';
import { ResultsLink } from './results-link';

/** How each term of the search was understood, what was left out, and what helps if nothing was found. */
export function ReadBack({ summary }: { summary: ShownSummary }) {
  const { t } = useTranslation('results');
  const { terms, ignored, count } = summary;
  return (
    <>
      {count === 0 ? <p>{t('none.sentence')}</p> : null}
      {terms.length > 0 ? (
        <div className="understood">
          <h3>{t('terms.heading')}</h3>
          <ul>
            {terms.map((term, index) => (
              <li key={index}>
                <Term term={term} />
                {count === 0 ? <Rescue term={term} isOnly={terms.length === 1} /> : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Ignored {...ignored} />
      {summary.withoutDead ? <WithoutDead {...summary.withoutDead} /> : null}
      {count === 0 ? <WithoutFacets count={summary.countWithoutFacets} /> : null}
    </>
  );
}

function Term({ term: { text, kind, meaning, count, without } }: { term: UnderstoodTerm }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const understood = meaning === '' || meaning === text ? t(`kinds.${kind}`) : `${meaning} (${t(`kinds.${kind}`)})`;
  return (
    <>
      <q>{text}</q>: {t('terms.matches', { understood, count, shown: formatNumber(count, language) })}{' '}
      <ResultsLink change={{ text: without }}>{t('terms.remove', { text })}</ResultsLink>
    </>
  );
}

/** For a search without hits: words that are near this one, and what is found without it. */
function Rescue({ term: { text, similar, without, countWithout }, isOnly }: { term: UnderstoodTerm; isOnly: boolean }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  return (
    <>
      {similar.length > 0 ? (
        <p>
          {t('none.similar')}{' '}
          {similar.map(({ text: word, query, count }, index) => (
            <span key={word}>
              {index > 0 ? ', ' : null}
              <ResultsLink change={{ text: query }}>{`${word} (${formatNumber(count, language)})`}</ResultsLink>
            </span>
          ))}
        </p>
      ) : null}
      {countWithout > 0 && !isOnly ? (
        <p>
          <ResultsLink change={{ text: without }}>
            {t('none.without', { text, count: countWithout, shown: formatNumber(countWithout, language) })}
          </ResultsLink>
        </p>
      ) : null}
    </>
  );
}

/** Says which limits the search exceeds. */
function Ignored({ terms, cut, late }: SearchSummary['ignored']) {
  const { t } = useTranslation('results');
  if (terms === 0 && cut === 0 && late === 0) return null;
  return (
    <div className="notice">
      {terms > 0 ? <p>{t('ignored.terms', { count: terms, max: maxSearchTerms })}</p> : null}
      {cut > 0 ? <p>{t('ignored.cut', { count: cut, max: maxSearchTermCharacters })}</p> : null}
      {late > 0 ? <p>{t('ignored.late', { count: late })}</p> : null}
    </div>
  );
}

/** What is found without all terms that find nothing, if there are several of them. */
function WithoutDead({ query, count }: NonNullable<ShownSummary['withoutDead']>) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  return (
    <p>
      <ResultsLink change={{ text: query }}>
        {t('none.withoutDead', { text: query, count, shown: formatNumber(count, language) })}
      </ResultsLink>
    </p>
  );
}

function WithoutFacets({ count }: { count: number }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <p>
      <ResultsLink change={{ filters: {} }}>
        {t('none.withoutFilters', { count, shown: formatNumber(count, language) })}
      </ResultsLink>
    </p>
  );
}
