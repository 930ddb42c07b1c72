import { createContext, type ReactNode, type SVGProps, useContext } from 'react';

import { useLanguage } from '~/i18n/use-language';

import type { Place } from './curve-geometry';

/** Parts of pictures that look different. */
export type Look =
  | 'grid'
  | 'base'
  | 'scale'
  | 'name'
  | 'heading'
  | 'curve'
  | 'middle'
  | 'outer'
  | 'leader'
  | 'dot'
  | 'point'
  | 'bar'
  | 'own';

/**
 * How a picture is drawn: on a page, where its width is that of its column and its text grows with that of the page, and
 * colours come from the style sheet; or as a file of fixed size, which carries all of that itself. Files have attributes
 * instead of a style sheet, because word processors understand those, and the policy of our pages allows no others.
 */
interface Frame {
  /** A share of the width of the whole picture. */
  across(share: number): string | number;
  /** A height in lines of text. */
  down(lines: number): string | number;
  look(name: Look): SVGProps<SVGElement>;
  /** Size of the plot in which paths run; null on a page, where they are stretched. */
  stretch: { width: number; height: number } | null;
}

/** Height of a line of text in a file, and the width of the file, in pixels. */
export const fileLine = 16;
export const fileWidth = 800;

const pageFrame: Frame = {
  across: (share) => `${Math.round(share * 10_000) / 100}%`,
  down: (lines) => `${Math.round(lines * 100) / 100}em`,
  look: (name) => ({ className: `norm-${name}` }),
  stretch: null,
};

/** Colours of files have a contrast of 3:1 or more on white, and text 4.5:1; dashes tell lines apart without them. */
const ink = '#1b2629';
const fileLooks: Record<Look, SVGProps<SVGElement>> = {
  grid: { stroke: '#cfd7d6' },
  base: { stroke: '#73838a' },
  scale: { fill: '#4a595d', fontSize: 15 },
  name: { fill: ink, fontSize: 15, fontWeight: 600 },
  heading: { fill: ink, fontSize: 17, fontWeight: 600 },
  curve: { fill: 'none', stroke: '#0b5963', strokeWidth: 1.5 },
  middle: { fill: 'none', stroke: '#0b5963', strokeWidth: 3 },
  outer: { fill: 'none', stroke: '#0b5963', strokeWidth: 1.5, strokeDasharray: '5 4' },
  leader: { stroke: '#4a595d', strokeDasharray: '1 3' },
  dot: { fill: '#4a595d' },
  point: { fill: 'none', stroke: '#a3161c', strokeWidth: 2 },
  bar: { fill: '#73838a' },
  own: { fill: ink },
};

const fileFrame: Frame = {
  across: (share) => Math.round(share * fileWidth * 10) / 10,
  down: (lines) => Math.round(lines * fileLine * 10) / 10,
  look: (name) => fileLooks[name],
  stretch: { width: fileWidth, height: fileLine },
};

const FrameContext = createContext(pageFrame);

/** How the present picture is drawn. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}

/** Draws pictures as files of fixed size. */
export function AsFile({ children }: { children: ReactNode }) {
  return <FrameContext.Provider value={fileFrame}>{children}</FrameContext.Provider>;
}

interface PictureProps {
  /** What it shows, as its accessible name. */
  label: string;
  /** Its height in lines of text. */
  lines: number;
  className?: string;
  /** What files tell above and below the picture, because there is no page around them. */
  file: { title: string; description: string; source: string };
  children: ReactNode;
}

/** The outermost element of a picture: with its name on a page, and with title, description, source and background in a file. */
export function Picture({ label, lines, className = '', file, children }: PictureProps) {
  const { stretch, down } = useFrame();
  if (stretch === null) {
    const looks = `norm-picture ${className}`.trim();
    return (
      <svg className={looks} width="100%" height={down(lines)} role="img" aria-label={label}>
        {children}
      </svg>
    );
  }
  return (
    <FileFrame lines={lines} file={file}>
      {children}
    </FileFrame>
  );
}

/** Free space around a picture, lines of text above it, and the height of one below it. */
const margin = 16;
const linesAbove = 2.6;
const lineBelow = 1.3;
/** Letters of a line of the description, which are as wide as the picture. */
const lettersPerLine = 135;

function FileFrame({ lines, file, children }: Pick<PictureProps, 'lines' | 'file' | 'children'>) {
  const language = useLanguage();
  const { down } = useFrame();
  const below = [...linesOf(file.description), file.source];
  const textLines = linesAbove + lines + 0.9 + lineBelow * below.length;
  const [width, height] = [fileWidth + 2 * margin, textLines * fileLine + 2 * margin];
  const top = -linesAbove * fileLine - margin;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      xmlLang={language}
      width={width}
      height={height}
      viewBox={`${-margin} ${top} ${width} ${height}`}
      fontFamily="'Source Sans 3', 'Segoe UI', Arial, sans-serif"
      role="img"
      aria-labelledby="title desc"
    >
      <title id="title">{file.title}</title>
      <desc id="desc">{file.description}</desc>
      <rect x={-margin} y={top} width={width} height={height} fill="#ffffff" />
      <text fill={ink} fontSize="20" fontWeight="600" y={-1.3 * fileLine}>
        {file.title}
      </text>
      {children}
      {below.map((line, index) => (
        <text key={line} fill="#4a595d" fontSize="13" y={down(lines + 1.6 + lineBelow * index)}>
          {line}
        </text>
      ))}
    </svg>
  );
}

/** A text in lines, because SVG does not break them. */
function linesOf(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= lettersPerLine) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Where the plot of a picture is: left edge and width as shares of the picture, top and height in lines of text. */
export interface PlotBox {
  left: number;
  width: number;
  top: number;
  height: number;
}

/** Size of the box in which paths are drawn on a page. */
const boxed = 1000;

/** Paths through places of a plot. */
export function Paths({ box, paths }: { box: PlotBox; paths: readonly { look: Look; pieces: Place[][] }[] }) {
  const { across, down, look, stretch } = useFrame();
  const width = stretch ? box.width * stretch.width : boxed;
  const height = stretch ? box.height * stretch.height : boxed;
  const drawn = paths.map(({ look: name, pieces }, index) => (
    <path key={index} {...(look(name) as SVGProps<SVGPathElement>)} d={pathOf(pieces, width, height)} />
  ));
  if (stretch) return <g transform={`translate(${across(box.left)} ${down(box.top)})`}>{drawn}</g>;
  return (
    <svg
      x={across(box.left)}
      y={down(box.top)}
      width={across(box.width)}
      height={down(box.height)}
      viewBox={`0 0 ${boxed} ${boxed}`}
      preserveAspectRatio="none"
    >
      {drawn}
    </svg>
  );
}

const toTenths = (length: number) => Math.round(length * 10) / 10;

/** A piece with a single place becomes a dot, with round ends. */
function pathOf(pieces: Place[][], width: number, height: number): string {
  const at = ({ x, y }: Place) => `${toTenths(x * width)} ${toTenths(y * height)}`;
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece) => `M${piece.map(at).join('L')}${piece.length === 1 ? 'h0' : ''}`)
    .join('');
}

interface TextProps {
  look: Look;
  x: number;
  y: number;
  anchor?: 'middle' | 'end';
  children: ReactNode;
}

/** Text in a picture; `x` is a share of its width, `y` its base line in lines of text. */
export function PictureText({ look: name, x, y, anchor, children }: TextProps) {
  const { across, down, look } = useFrame();
  return (
    <text {...(look(name) as SVGProps<SVGTextElement>)} x={across(x)} y={down(y)} textAnchor={anchor}>
      {children}
    </text>
  );
}
