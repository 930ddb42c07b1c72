import { useTranslation } from 'react-i18next';

import { entryValue, type Entries } from '~/forms/form-entries';
import { formSnapshotField, type FormVersions, type ShownConflict } from './form-snapshot';

/** The versions of a form that is shown again as it was posted; as they are if it is not. */
export function versionsAfterReply(
  versions: FormVersions,
  reply: { entries: Entries; conflict?: ShownConflict | null } | null | undefined,
): FormVersions {
  if (!reply) return versions;
  const opened = entryValue(reply.entries, formSnapshotField) || versions.opened;
  return { ...versions, opened, draft: null, stashed: [], conflict: reply.conflict ?? null };
}

/** Shows the versions of a form, with buttons to choose one. First part of the form. */
export function VersionNotes({ versions: { conflict, draft, stashed } }: { versions: FormVersions }) {
  const { t } = useTranslation('form-versions');
  return (
    <>
      {conflict ? <ConflictQuestion {...conflict} /> : null}
      {draft ? (
        <div className="draft-note" role="note">
          <p>{t(draft.savedAfterSessionEnd ? 'draft.savedAfterSessionEnd' : 'draft.shown', { time: draft.time })}</p>
          <button type="submit" name="intent" value="discard" formNoValidate>
            {t('draft.discard')}
          </button>
        </div>
      ) : null}
      {stashed.map((version) => (
        <StashedVersion {...version} key={version.id} />
      ))}
    </>
  );
}

function ConflictQuestion({ seen, intent, fields }: ShownConflict) {
  const { t } = useTranslation('form-versions');
  return (
    <div className="notice notice-question" id="other-version" tabIndex={-1}>
      <p>{t('choose')}</p>
      {fields.length > 0 ? <p>{t('differing', { fields: fields.join(', ') })}</p> : null}
      <div className="actions">
        <button type="submit" name="intent" value={`keep:${seen} ${intent}`}>
          {t('keepMine')}
        </button>
        <button type="submit" name="intent" value="show-other" className="button-quiet">
          {t('showOther')}
        </button>
      </div>
    </div>
  );
}

function StashedVersion({ id, reason, time }: FormVersions['stashed'][number]) {
  const { t } = useTranslation('form-versions');
  const ofTime = <span className="visually-hidden"> {t('of', { time })}</span>;
  return (
    <div className="draft-note" role="note">
      <p>{t(`reason.${reason}`, { time })}</p>
      <button type="submit" name="intent" value={`restore:${id}`} className="button-quiet">
        {t('restore')}
        {ofTime}
      </button>
      <details>
        <summary>
          {t('delete')}
          {ofTime}
        </summary>
        <button type="submit" name="intent" value={`discard-stashed:${id}`} className="button-quiet">
          {t('deletePermanently')}
          {ofTime}
        </button>
      </details>
    </div>
  );
}
