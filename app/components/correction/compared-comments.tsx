import { useTranslation } from 'react-i18next';

import type { ComparedComment } from '@domain/api/corrections';

import { ContributedText } from '~/components/contributed-text';
import { ScrollArea } from '~/components/scroll-area';

/** Comments on the previous file. Those that were not kept come first. */
export function ComparedComments({ comments }: { comments: readonly ComparedComment[] }) {
  const { t } = useTranslation('correction');
  if (comments.length === 0) return null;
  const isKept = ({ fate }: ComparedComment) => fate === 'kept';
  const ordered = comments.toSorted((a, b) => Number(isKept(a)) - Number(isKept(b)));
  return (
    <ScrollArea label={t('comments.caption')}>
      <table>
        <caption>{t('comments.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('comments.place')}</th>
            <th scope="col">{t('comments.value')}</th>
            <th scope="col">{t('comments.comment')}</th>
            <th scope="col">{t('comments.fate')}</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((comment) => (
            <tr key={`${comment.rule}-${comment.column}-${comment.cell}`}>
              <th scope="row">
                <Place comment={comment} />
              </th>
              <td>{comment.value}</td>
              <td className="long-text">
                <ContributedText language="">{comment.comment}</ContributedText>
              </td>
              <td>{t(`comments.fates.${comment.fate}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Place of a comment, with the names of the previous file. */
function Place({ comment: { column, cell } }: { comment: ComparedComment }) {
  const { t } = useTranslation('correction');
  if (column === null) return t('comments.wholeTable');
  if (cell > 0) return t('comments.cell', { column, row: cell });
  return t(cell === 0 ? 'comments.column' : 'comments.cells', { column });
}
