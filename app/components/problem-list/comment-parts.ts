import type { Entries } from '~/forms/form-entries';
import { entriesNamed, type DividedForm, type FormPart } from '~/forms/join-parts';
import { commentName, isCommentName, readComments, type CommentPlace } from './comment-form';

/**
 * The comments form in parts, one for each comment by the name of its field: those of its page as they are
 * typed, or else as they are saved there, and those that are typed on other pages.
 */
export function divideComments(places: readonly CommentPlace[], entries: Entries): DividedForm {
  const saved = places.map(({ id, comment }) => [id, comment] as const);
  const comments = new Map([...saved, ...readComments(entries)]);
  const parts = [...comments].map(([id, comment]): [string, FormPart] => {
    const name = commentName(id);
    return [name, { entries: [[name, comment]], meaning: comment.trim() }];
  });
  return { parts: new Map(parts), rest: entriesNamed(entries, (name) => !isCommentName(name)) };
}
