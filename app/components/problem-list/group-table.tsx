import { useTranslation } from 'react-i18next';

import type { ListedGroup } from '@domain/api/problems';
import { ScrollArea } from '~/components/scroll-area';

import { CommentCell } from './comment-cell';
import { type Commenting, type CommentPlace, groupPlace } from './comment-form';
import { placeName } from './problem-cell';
import { problemRowId } from './problem-ids';

interface GroupTableProps {
  groups: readonly ListedGroup[];
  commenting: Commenting | null;
}

/**
 * The groups of a page that one comment may explain, each with the first of its problems here; to read, those
 * that have such a comment.
 */
export function GroupTable({ groups, commenting }: GroupTableProps) {
  const { t } = useTranslation('check');
  const lines = groups.flatMap((group) => {
    const place = groupPlace(group);
    return place && (commenting || place.comment !== '') ? [{ group, place }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ScrollArea label={t('groups')} height="problem-groups">
      <table className="problem-table">
        <caption className="visually-hidden">{t('groups')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.cells')}</th>
            <th scope="col">{t('columns.example')}</th>
            <th scope="col">{t('columns.commentForAll')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ group, place }) => (
            <GroupLine key={group.id} group={group} place={place} commenting={commenting} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function GroupLine(props: { group: ListedGroup; place: CommentPlace; commenting: Commenting | null }) {
  const { group, place, commenting } = props;
  const { t } = useTranslation('check');
  const warningId = `${problemRowId(place.id)}-warning`;
  return (
    <tr id={problemRowId(place.id)}>
      <th scope="row">{placeName(place, t)}</th>
      <td id={warningId}>{group.problems[0]?.warning}</td>
      <td>
        <CommentCell place={place} commenting={commenting} shared="" warningId={warningId} />
      </td>
    </tr>
  );
}
