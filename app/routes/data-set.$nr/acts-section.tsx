import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import { formatDay } from '@domain/formats';

import { ContributedText } from '~/components/contributed-text';
import { useLanguage } from '~/i18n/use-language';

/** What happened to a data set after its acceptance, oldest first. */
export function ActsSection({ acts }: Pick<DataSet, 'acts'>) {
  const { t } = useTranslation('data-set');
  const language = useLanguage();
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{t('acts.heading')}</h2>
      <ol>
        {acts.map(({ act, date, note, until = '' }, index) => (
          <li key={index}>
            <time dateTime={date}>{formatDay(date.split('-'), language)}</time>:{' '}
            {t(`acts.${act}`, { until: formatDay(until.split('-'), language) })}
            {note === '' ? null : (
              <p className="long-text">
                <ContributedText language="">{note}</ContributedText>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
