import { useTranslation } from 'react-i18next';

import { useMoments } from './administration/use-moments';

/** When the figures of a page were counted, if that was not just now. */
export function CountedAt({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const momentOf = useMoments();
  return at === null ? null : <p className="hint">{t('countedAt', { at: momentOf(at) })}</p>;
}
