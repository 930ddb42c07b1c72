import { useTranslation } from 'react-i18next';

import type { Problem } from '@domain/api/mapping';
import type { ListedGroup } from '@domain/api/problems';
import { ScrollArea } from '~/components/scroll-area';

import { CommentCell } from './comment-cell';
import type { Commenting } from './comment-form';
import { GroupLink } from './group-link';
import { placeName } from './problem-cell';
import { gridCellId, problemRowId } from './problem-ids';

interface ProblemTableProps {
  groups: readonly ListedGroup[];
  /** Cells and columns shown in the grid below. */
  linked: ReadonlySet<string>;
  commenting: Commenting | null;
  groupAddress: (group: string) => string;
}

/** Problems of a table with their comments, grouped. */
export function ProblemTable({ groups, ...list }: ProblemTableProps) {
  const { t } = useTranslation('check');
  return (
    <ScrollArea label={t('problems')} height="problems">
      <table className="problem-table">
        <caption className="visually-hidden">{t('problems')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.cell')}</th>
            <th scope="col">{t('columns.warning')}</th>
            <th scope="col">{t('columns.comment')}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.id}>
            {group.problems.map((problem) => (
              <ProblemLine key={problem.id} problem={problem} group={group} {...list} />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollArea>
  );
}

type ProblemLineProps = Omit<ProblemTableProps, 'groups'> & { problem: Problem; group: ListedGroup };

function ProblemLine({ problem, group, linked, commenting, groupAddress }: ProblemLineProps) {
  const { t } = useTranslation('check');
  const { id, cell, more, byGroup, comment } = problem;
  const position = { id, cell, more, all: 0, comment: byGroup ? '' : comment };
  const warningId = `${problemRowId(id)}-warning`;
  return (
    <tr id={problemRowId(id)} data-locked={!problem.canOverride}>
      <th scope="row">
        {more > 0 ? (
          <GroupLink
            group={group}
            text={placeName(position, t)}
            posts={commenting !== null}
            href={groupAddress(group.id)}
          />
        ) : linked.has(cell) ? (
          <a href={`#${gridCellId(cell)}`}>{cell}</a>
        ) : (
          placeName(position, t)
        )}
      </th>
      <td id={warningId}>{problem.warning}</td>
      <td>
        {problem.canOverride ? (
          <CommentCell
            position={position}
            commenting={commenting}
            shared={byGroup ? comment : ''}
            warningId={warningId}
          />
        ) : (
          <span className="problem-remedy">
            {problem === group.problems[0] ? problem.remedy || t('locked') : t('likewise')}
          </span>
        )}
      </td>
    </tr>
  );
}
