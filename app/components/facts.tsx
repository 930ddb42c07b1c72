import type { ReactNode } from 'react';

/** Terms with their values, in their order. */
export function Facts({ facts }: { facts: readonly (readonly [term: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([term, value], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
