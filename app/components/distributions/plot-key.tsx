import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Legend of the plots. */
export function PlotKey() {
  const { t } = useTranslation('distributions');
  const signs: [id: 'unusual' | 'impossible' | 'beyond' | 'summary', sign: ReactNode][] = [
    ['unusual', <line key="unusual" className="bound-unusual" x1="50%" x2="50%" y1="0" y2="100%" />],
    ['impossible', <line key="impossible" className="bound-impossible" x1="50%" x2="50%" y1="0" y2="100%" />],
    ['beyond', <path key="beyond" className="bar-impossible" d="M9 16V7H15V16ZM9 5V2H15V5Z" />],
    [
      'summary',
      <g key="summary">
        <line className="whole-range" x1="0" x2="100%" y1="50%" y2="50%" />
        <line className="middle-half" x1="25%" x2="75%" y1="50%" y2="50%" />
        <circle className="median" cx="45%" cy="50%" r="4" />
      </g>,
    ],
  ];
  return (
    <>
      <p>{t('intro')}</p>
      <ul className="distribution-key">
        {signs.map(([id, sign]) => (
          <li key={id}>
            <svg className="distribution-plot" width="24" height="16" aria-hidden="true">
              {sign}
            </svg>
            {t(`key.${id}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
