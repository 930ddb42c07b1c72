import { Link } from '@remix-run/react';

import { ContributedText } from '~/components/contributed-text';

interface Waiting {
  id: string;
  fileName: string;
  title: string | null;
}

interface WaitingListProps<Item> {
  /** Unique in the page. */
  id: string;
  heading: string;
  items: readonly Item[];
  /** Where an item is decided. */
  addressOf: (id: string) => string;
  /** What is to be decided, if the heading does not say it. */
  textOf?: (item: Item) => string;
}

/** Accepted data sets about which the expert has something to decide. Renders nothing without one. */
export function WaitingList<Item extends Waiting>({ id, heading, items, addressOf, textOf }: WaitingListProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section className="notice" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={addressOf(item.id)}>
              {item.fileName}
              {item.title === null ? null : (
                <>
                  , <ContributedText language="">{item.title}</ContributedText>
                </>
              )}
            </Link>
            {textOf ? `: ${textOf(item)}` : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
