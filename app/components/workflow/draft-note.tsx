import { useTranslation } from 'react-i18next';

/** A draft as a screen tells of it; `time` is written out in the user's language and zone. */
export interface ShownDraft {
  time: string;
  rescued: boolean;
}

/** Says that the form shows a draft, and offers to drop it. Stands inside the form. */
export function DraftNote({ draft }: { draft: ShownDraft | null }) {
  const { t } = useTranslation('uploads');
  if (!draft) return null;
  return (
    <div className="draft-note" role="note">
      <p>{t(draft.rescued ? 'draft.rescued' : 'draft.shown', { time: draft.time })}</p>
      <button type="submit" name="intent" value="discard" formNoValidate>
        {t('draft.discard')}
      </button>
    </div>
  );
}
