import type { SVGProps } from 'react';

import { type DrawnLine, nameLines, type Place } from './curve-geometry';
import { PictureText, type PlotBox, useFrame } from './picture-frame';

/** Least distance of names in lines of text, so that they do not touch. Own estimate. */
const distance = 1;
/** From a move of this many lines of text on, a leader shows to which line a name belongs. Own estimate. */
const leastLeader = 0.15;
/** Shares of the width of the picture between the end of a line, its leader and its name. */
const [gap, leaderWidth] = [0.004, 0.02];
/** Base line of a name below its middle, in lines of text. */
const toBase = 0.35;

interface LineNamesProps {
  box: PlotBox;
  lines: readonly DrawnLine[];
  /** What else is drawn, which names must not lie on. */
  marks?: readonly Place[];
  /** What a name says; by default the percentile alone. */
  nameOf?: (percentile: number) => string;
}

/** Names of lines beside their ends; a leader leads from each name that had to move to its line. */
export function LineNames({ box, lines, marks = [], nameOf = (percentile) => `P${percentile}` }: LineNamesProps) {
  const { across, down, look } = useFrame();
  const leader = look('leader') as SVGProps<SVGLineElement>;
  return nameLines(lines, marks, distance / box.height).map(({ percentile, end, x, y }) => {
    const from = { x: box.left + end.x * box.width + gap, y: box.top + end.y * box.height };
    const to = { x: box.left + x * box.width + gap + leaderWidth, y: box.top + y * box.height };
    const isMoved = x > end.x || Math.abs(to.y - from.y) >= leastLeader;
    return (
      <g key={percentile}>
        {isMoved ? <line {...leader} x1={across(from.x)} y1={down(from.y)} x2={across(to.x)} y2={down(to.y)} /> : null}
        <PictureText look="name" x={to.x + gap} y={to.y + toBase}>
          {nameOf(percentile)}
        </PictureText>
      </g>
    );
  });
}
