import { useTranslation } from 'react-i18next';

import type { Offer } from '@domain/life/co-authors';

import { Form } from '~/forms/form';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { withQuery } from '~/paths';

interface OfferStateProps {
  page: string;
  offer: Offer;
  /** Who reads it. There may be several chairs, so that an offer of the chair need not be the reader's. */
  reader: 'owner' | 'chair';
}

/** The open offer of an upload, with the button that takes it back. */
export function OfferState({ page, offer, reader }: OfferStateProps) {
  const { t } = useTranslation('sharing');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const until = formatDateTime(offer.expiresAt, language, timeZone);
  return (
    <div className="notice">
      <p>
        {t(`offered.${reader}.${offer.isByChair ? 'byChair' : 'byOwner'}`, { email: offer.email })}{' '}
        {t(offer.isExpired ? 'offered.expired' : 'offered.until', { until })}
      </p>
      <Form action={withQuery(page, { act: 'end-offer' })} reloadDocument className="actions">
        <button type="submit" className="button button-quiet">
          {t('endOffer')}
        </button>
      </Form>
    </div>
  );
}
