import type { ListedGroup } from '@domain/api/problems';

interface GroupLinkProps {
  group: Pick<ListedGroup, 'id'>;
  text: string;
  /** A button of the form around: what is typed there is kept. */
  posts: boolean;
  href: string;
}

/** Leads to the page with all cells of a group. */
export function GroupLink({ group, text, posts, href }: GroupLinkProps) {
  if (!posts) return <a href={href}>{text}</a>;
  return (
    <button type="submit" name="intent" value={`group:${group.id}`} className="link-button">
      {text}
    </button>
  );
}
