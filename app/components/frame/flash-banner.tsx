import { useTranslation } from 'react-i18next';

import type { RootData } from '../../root-data';

/** Result of the user's last action, shown once above the page's heading. */
export function FlashBanner({ message }: { message: RootData['flash'] }) {
  const { t } = useTranslation('forms');
  if (!message) return null;
  return (
    <section className={`notice notice-${message.kind}`} aria-labelledby="flash">
      <h2 id="flash">{t(message.kind)}</h2>
      <p role="alert">{message.message}</p>
    </section>
  );
}
