import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';
import { ScrollTable } from '~/components/scroll-area';

/** A rule that a screen violated in one language and colour scheme. */
export interface Finding {
  screen: string;
  rule: string;
  language: Language;
  scheme: 'light' | 'dark';
}

/** Table of the findings, or a sentence if there are none. */
export function AccessibilityFindings({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation('info');
  if (findings.length === 0) return <p>{t('accessibility.noFindings')}</p>;
  return (
    <ScrollTable
      label={t('accessibility.table')}
      heads={(['screen', 'rule', 'language', 'scheme'] as const).map((column) => t(`accessibility.${column}`))}
      isLabelShown
    >
      <tbody>
        {findings.map((finding) => (
          <tr key={Object.values(finding).join(' ')}>
            <th scope="row">{finding.screen}</th>
            <td>{finding.rule}</td>
            <td>{t(`accessibility.${finding.language}`)}</td>
            <td>{t(`accessibility.${finding.scheme}`)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
