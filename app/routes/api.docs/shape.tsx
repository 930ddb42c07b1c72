import { Fragment } from 'react';

import type { ShapePart } from './write-shape';

/** Anchor of a shape within the page. */
export const shapeId = (name: string): string => `shape-${name}`;

/** A written shape, with links to the shapes that it names. */
export function Shape({ parts }: { parts: ShapePart[] }) {
  return parts.map((part, at) =>
    typeof part === 'string' ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <a key={at} href={`#${shapeId(part.shape)}`}>
        {part.shape}
      </a>
    ),
  );
}

/** A text with `code` between backticks. */
export function CodeText({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>));
}
