import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { NewVersionView } from '@domain/api/version-changes';
import { mayHaveChanged } from '@domain/life/versions';
import type { FormField } from '@domain/metadata/directives';
import { ChangedRound } from '~/components/board/changed-round';
import { ContributedText } from '~/components/contributed-text';
import { paths } from '~/paths';

import { ChangedRowTables } from './changed-row-tables';

interface NewVersionPartProps {
  version: NewVersionView;
  fields: readonly FormField[];
  /** Shown to the board, with what is new as it was submitted. */
  isForBoard?: boolean;
}

/** What has changed compared with the published version. */
export function NewVersionPart({ version, fields, isForBoard = false }: NewVersionPartProps) {
  const { t } = useTranslation('versions');
  const { former, isFormerWithdrawn, news, changes, votesNeeded } = version;
  return (
    <section aria-labelledby="new-version">
      <h3 id="new-version">{t(isForBoard ? 'changes.headingBoard' : 'changes.heading', { nr: former })}</h3>
      <p>
        <Link to={paths.dataSet(former)}>{t('changes.former')}</Link>
      </p>
      {isFormerWithdrawn ? <p className="notice">{t('changes.withdrawn')}</p> : null}
      {isForBoard && news !== '' ? (
        <>
          <h4>{t('changes.news')}</h4>
          <p className="long-text">
            <ContributedText language="">{news}</ContributedText>
          </p>
        </>
      ) : null}
      {votesNeeded === null || !isForBoard ? null : <p>{t(votesNeeded === 1 ? 'changes.one' : 'changes.two')}</p>}
      {isFormerWithdrawn ? null : (
        <>
          <ChangedRows version={version} isForBoard={isForBoard} />
          <h4>{t('changes.other')}</h4>
          <ChangedRound round={changes} fields={fields} heading={null} nothing={t('changes.nothingElse')} />
        </>
      )}
    </section>
  );
}

function ChangedRows({ version: { rows, changes }, isForBoard }: { version: NewVersionView; isForBoard: boolean }) {
  const { t } = useTranslation('versions');
  if (rows === null) {
    // Without the right to read the file, the words of the other changes say so.
    return changes.content ? <p>{t(isForBoard ? 'changes.rowsAwayBoard' : 'changes.rowsAway')}</p> : null;
  }
  const changed = rows.filter(mayHaveChanged);
  if (changed.length === 0) return <p>{t('changes.sameRows')}</p>;
  return <ChangedRowTables tables={changed} />;
}
