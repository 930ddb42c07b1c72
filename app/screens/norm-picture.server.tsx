import { createRequire } from 'node:module';

import { renderAsync } from '@resvg/resvg-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import { FairTurns } from '@domain/fair-turns';
import type { Language } from '@domain/language-code';

import { edgesOf } from '~/components/norms/curve-geometry';
import { CurvePicture } from '~/components/norms/curve-picture';
import { drawnGroups } from '~/components/norms/drawn-groups';
import { AsFile } from '~/components/norms/picture-frame';
import { TrendPicture } from '~/components/norms/trend-picture';
import { i18nOf, translate } from '~/i18n/instances.server';

/** A picture of the page of comparisons that is offered as a file. */
export type NormPicture = 'curves-f' | 'curves-m' | 'trend';

/** A picture as SVG that stands alone, with its texts in a language; null if there is nothing to draw. */
export function pictureAsSvg(picture: NormPicture, norms: Norms, language: Language): string | null {
  const drawn = picture === 'trend' ? <TrendPicture norms={norms} /> : curvesOf(norms, picture, language);
  if (!drawn) return null;
  const svg = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <AsFile>{drawn}</AsFile>
    </I18nextProvider>,
  );
  return svg === '' ? null : `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
}

function curvesOf(norms: Norms, picture: NormPicture, language: Language) {
  const edges = edgesOf(norms);
  if (!edges) return null;
  const drawn = drawnGroups(norms, edges, translate(language)).find(({ group }) => picture === `curves-${group.sex}`);
  if (!drawn) return null;
  return <CurvePicture test={norms.test} {...drawn} points={norms.points} edges={edges} version={norms.version} />;
}

const require = createRequire(import.meta.url);
const fontFiles = [
  require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
];

/** Pixels for each unit of the drawing: 1600 pixels across, enough for a printed page. */
const zoom = 2;
/** Pictures are made one after the other, because each takes a processor. Visitors take turns; of more that one of them waits for, the last are refused. Own estimates. */
const turns = new FairTurns(1, { waiting: 20, patienceMs: 10_000 });

/** Draws an SVG of ours as PNG, outside the thread that answers requests. Throws Outage if too many of the visitor are waiting. */
export function svgAsPng(svg: string, visitor: string, signal: AbortSignal): Promise<Uint8Array> {
  return turns.run(visitor, signal, async () => {
    const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Source Sans 3' };
    return (await renderAsync(svg, { font, fitTo: { mode: 'zoom', value: zoom } }, signal)).asPng();
  });
}
