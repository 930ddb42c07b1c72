import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';
import { ScrollArea } from '~/components/scroll-area';

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
    <ScrollArea label={t('accessibility.table')}>
      <table>
        <caption>{t('accessibility.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('accessibility.screen')}</th>
            <th scope="col">{t('accessibility.rule')}</th>
            <th scope="col">{t('accessibility.language')}</th>
            <th scope="col">{t('accessibility.scheme')}</th>
          </tr>
        </thead>
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
      </table>
    </ScrollArea>
  );
}
