import { useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';

import type { RootData } from '../../root-data';

/** Result of the user's last action, shown once. */
export function FlashBanner() {
  const { t } = useTranslation('forms');
  const message = useRouteLoaderData<RootData>('root')?.flash;
  if (!message) return null;
  return (
    <section className={`notice notice-${message.kind}`} aria-labelledby="flash">
      <h2 id="flash">{t(message.kind)}</h2>
      <p role="alert">{message.message}</p>
      {message.field ? (
        <TextField
          id="flash-field"
          name="flash-field"
          label={message.field.label}
          value={message.field.value}
          autoComplete="off"
          spellCheck={false}
          size={message.field.value.length}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ) : null}
    </section>
  );
}

/**
 * The banner above the page's heading. A route with `placesFlash` in its `handle` has it elsewhere, where its addresses
 * lead to; but not while a failure is shown in its place.
 */
export function FlashAbovePage() {
  const isPlaced = useMatches().some(({ handle }) => (handle as { placesFlash?: true } | undefined)?.placesFlash);
  const hasFailed = (useRouteError() ?? null) !== null;
  return isPlaced && !hasFailed ? null : <FlashBanner />;
}
