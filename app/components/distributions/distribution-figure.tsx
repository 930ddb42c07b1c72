import { useTranslation } from 'react-i18next';

import { ScrollArea } from '~/components/scroll-area';
import { useLanguage } from '~/i18n/use-language';

import { groupName, numberRows, numbersInWords, type ShownDistribution } from './distribution-numbers';
import { DistributionPlot } from './distribution-plot';

/** Plot of a test's results under its name, with all numbers on demand. */
export function DistributionFigure({ distribution }: { distribution: ShownDistribution }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  const { label, unit, column, position, target } = distribution;
  const titleId = `distribution-${position}-${target}`;
  const title = unit === '' ? label : t('withUnit', { label, unit });
  return (
    <figure className="distribution">
      <figcaption>
        <span id={titleId} className="distribution-title">
          {title}
        </span>
        <span className="distribution-column">{t('column', column)}</span>
      </figcaption>
      <DistributionPlot
        distribution={distribution}
        titleId={titleId}
        description={numbersInWords(distribution, t, language)}
      />
      <details>
        <summary>
          {t('numbers.show')} <span className="visually-hidden">{t('numbers.of', { label })}</span>
        </summary>
        <ScrollArea label={title}>
          <Numbers distribution={distribution} title={title} />
        </ScrollArea>
      </details>
    </figure>
  );
}

function Numbers({ distribution, title }: { distribution: ShownDistribution; title: string }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  return (
    <table className="distribution-numbers">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <td />
          {distribution.groups.map((group) => (
            <th key={group.sex} scope="col" className="numeric">
              {groupName(group, t)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numberRows(distribution, t, language).map(({ id, label, values }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {values.map((value, index) => (
              <td key={distribution.groups[index]?.sex} className="numeric">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
