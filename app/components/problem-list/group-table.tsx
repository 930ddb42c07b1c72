import { useTranslation } from 'react-i18next';

import type { ListedGroup } from '@domain/api/problems';
import { ScrollArea } from '~/components/scroll-area';

import { CommentCell } from './comment-cell';
import { type Commenting, type CommentTarget, groupPlace } from './comment-form';
import { placeName } from './problem-cell';
import { problemRowId } from './problem-ids';

interface GroupTableProps {
  groups: readonly ListedGroup[];
  commenting: Commenting | null;
}

/**
 * Groups that one comment may explain, each with its first problem on the page. Read-only, only groups with a comment
 * are listed.
 */
export function GroupTable({ groups, commenting }: GroupTableProps) {
  const { t } = useTranslation('check');
  const lines = groups.flatMap((group) => {
    const position = groupPlace(group);
    return position && (commenting || position.comment !== '') ? [{ group, position }] : [];
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
          {lines.map(({ group, position }) => (
            <GroupLine key={group.id} group={group} position={position} commenting={commenting} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function GroupLine(props: { group: ListedGroup; position: CommentTarget; commenting: Commenting | null }) {
  const { group, position, commenting } = props;
  const { t } = useTranslation('check');
  const warningId = `${problemRowId(position.id)}-warning`;
  return (
    <tr id={problemRowId(position.id)}>
      <th scope="row">{placeName(position, t)}</th>
      <td id={warningId}>{group.problems[0]?.warning}</td>
      <td>
        <CommentCell position={position} commenting={commenting} shared="" warningId={warningId} />
      </td>
    </tr>
  );
}
