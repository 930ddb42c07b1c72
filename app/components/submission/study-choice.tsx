import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionReview } from '@domain/api/submission';
import { paths } from '~/paths';

import { versionField } from '~/forms/submit-fields';

type Others = SubmissionReview['others'];

interface StudyChoiceProps {
  others: Others;
  /** Ids that were ticked when the page was posted. */
  ticked: readonly string[];
}

/**
 * Other uploads of the study. Complete ones can be submitted together with this one, the others show what is missing.
 */
export function StudyChoice({ others, ticked }: StudyChoiceProps) {
  const { t } = useTranslation('submit');
  const open = others.filter(({ status }) => status === 'Uploaded');
  const ready = open.filter(({ missing }) => missing.length === 0);
  const incomplete = open.filter(({ missing }) => missing.length > 0);
  return (
    <>
      {ready.length > 0 ? (
        <fieldset>
          <legend>{t('also.legend')}</legend>
          <p className="hint">{t('also.hint')}</p>
          {ready.map((other) => (
            <Choice key={other.id} other={other} isTicked={ticked.includes(other.id)} />
          ))}
        </fieldset>
      ) : null}
      {incomplete.map(({ id, fileName, missing }) => (
        <div className="notice" key={id}>
          <p>{t('also.incomplete', { file: fileName })}</p>
          <ul>
            {missing.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <p>
            <Link to={paths.uploadSubmit(id)}>{t('also.complete', { file: fileName })}</Link>
          </p>
        </div>
      ))}
      <RequestedOfOthers others={others} />
    </>
  );
}

/** Uploads of the study that are to be changed as well. They are handed in with their own answers. */
function RequestedOfOthers({ others }: Pick<StudyChoiceProps, 'others'>) {
  const { t } = useTranslation('submit');
  return others
    .filter(({ status }) => status === 'ChangesRequested')
    .map(({ id, fileName }) => (
      <p className="notice" key={id}>
        {t('also.requested', { file: fileName })}{' '}
        <Link to={paths.uploadSubmit(id)}>{t('also.answer', { file: fileName })}</Link>
      </p>
    ));
}

function Choice({ other, isTicked }: { other: Others[number]; isTicked: boolean }) {
  const { t } = useTranslation('submit');
  const { id, fileName, kind, version } = other;
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={`also-${id}`}
        name="also"
        value={id}
        defaultChecked={isTicked}
        aria-describedby={`also-${id}-hint`}
      />
      <label htmlFor={`also-${id}`}>{fileName}</label>
      <p className="hint" id={`also-${id}-hint`}>
        {kind.toUpperCase()}. <Link to={paths.uploadSubmit(id)}>{t('also.look', { file: fileName })}</Link>
      </p>
      <input type="hidden" name={versionField(id)} value={version} />
    </div>
  );
}

/** Uploads of the same study that are not submitted yet. */
export function StudyRest({ others }: Pick<SubmissionReview, 'others'>) {
  const { t } = useTranslation('submit');
  const open = others.filter(({ status }) => status === 'Uploaded');
  return (
    <>
      {open.length > 0 ? (
        <div className="notice">
          <p>{t('rest.heading')}</p>
          <ul>
            {open.map(({ id, fileName }) => (
              <li key={id}>
                <Link to={paths.uploadSubmit(id)}>{fileName}</Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <RequestedOfOthers others={others} />
    </>
  );
}
