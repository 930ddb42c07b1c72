import type { ListedGroup } from '@domain/api/problems';

interface GroupLinkProps {
  group: Pick<ListedGroup, 'id'>;
  text: string;
  /** True if it is a button of the surrounding form, so that entries are kept. */
  posts: boolean;
  href: string;
}

/** Link or button to the page with all cells of a group. */
export function GroupLink({ group, text, posts, href }: GroupLinkProps) {
  if (!posts) return <a href={href}>{text}</a>;
  return (
    <button type="submit" name="intent" value={`group:${group.id}`} className="link-button">
      {text}
    </button>
  );
}
