import { Link } from '@remix-run/react';

interface TableLinksProps {
  label: string;
  tables: readonly { name: string; href: string; state: string }[];
  current: string;
  hint?: string;
}

/** The tables of a file with their states; nothing if there is only one table. */
export function TableLinks({ label, tables, current, hint }: TableLinksProps) {
  if (tables.length < 2) return null;
  return (
    <nav aria-label={label} className="table-links">
      <ul>
        {tables.map(({ name, href, state }) => (
          <li key={name}>
            <Link to={href} aria-current={name === current ? 'page' : undefined}>
              {name}
            </Link>{' '}
            <span className="table-links-state">({state})</span>
          </li>
        ))}
      </ul>
      {hint ? <p className="hint">{hint}</p> : null}
    </nav>
  );
}
