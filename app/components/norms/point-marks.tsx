import type { SVGProps } from 'react';

import type { NormPoint } from '@domain/api/norms';

import { type Look, useFrame } from './picture-frame';

/** Shapes of marks, in the order in which data sets get them. They are hollow or thin, so that lines are seen below them. */
export const markShapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'plus'] as const;
export type MarkShape = (typeof markShapes)[number];

/** The shape of each data set beside the curves, by number; after six data sets they repeat. */
export function shapesOf(points: readonly Pick<NormPoint, 'nr'>[]): Map<number, MarkShape> {
  const numbers = [...new Set(points.map(({ nr }) => nr))].toSorted((a, b) => a - b);
  return new Map(numbers.map((nr, index) => [nr, markShapes[index % markShapes.length]!]));
}

/** Half of the side of the box in which the outlines are drawn. */
const half = 5;
const outlines: Record<MarkShape, string> = {
  circle: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z',
  square: 'M-4.5-4.5H4.5V4.5H-4.5Z',
  triangle: 'M0-5.5L5.5 4.5H-5.5Z',
  diamond: 'M0-6L6 0L0 6L-6 0Z',
  cross: 'M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5',
  plus: 'M0-5.5V5.5M-5.5 0H5.5',
};

interface MarkProps {
  look: Look;
  shape: MarkShape;
  /** Its middle: a share of the width of the picture, and lines of text. */
  x: number;
  y: number;
  /** Half of its height in lines of text. */
  radius: number;
}

/** A mark of a shape in a picture. Its size grows with the text of the page. */
export function Mark({ look: name, shape, x, y, radius }: MarkProps) {
  const { across, down, look, stretch } = useFrame();
  const path = <path {...(look(name) as SVGProps<SVGPathElement>)} d={outlines[shape]} />;
  if (stretch) {
    const scale = Number(down(radius)) / half;
    return <g transform={`translate(${across(x)} ${down(y)}) scale(${scale})`}>{path}</g>;
  }
  const size = down(radius);
  return (
    <svg x={across(x)} y={down(y)} width={size} height={size} viewBox={`0 0 ${half} ${half}`} overflow="visible">
      {path}
    </svg>
  );
}

/** A mark in a key, which is 24 by 16 pixels. */
export function KeyMark({
  look: name,
  shape,
  isSmall = false,
}: Pick<MarkProps, 'look' | 'shape'> & { isSmall?: boolean }) {
  const { look } = useFrame();
  const transform = `translate(12 8)${isSmall ? ' scale(0.7)' : ''}`;
  return <path {...(look(name) as SVGProps<SVGPathElement>)} d={outlines[shape]} transform={transform} />;
}
