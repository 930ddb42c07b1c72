import { useTranslation } from 'react-i18next';

/** Leads to all rows of the table; a button of the mapping's form, so that what is chosen there is kept. */
export function RowsButton() {
  const { t } = useTranslation('reading');
  return (
    <p>
      <button type="submit" name="intent" value="rows" className="button-quiet">
        {t('showRows')}
      </button>
    </p>
  );
}
