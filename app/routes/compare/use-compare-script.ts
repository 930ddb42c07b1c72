import { useEffect } from 'react';

import { curveBox } from '~/components/norms/curve-box';

/**
 * What script adds to the page of comparisons, which only the server renders: a data set that is switched on or off is so at
 * once, and each picture tells the values at the age below the pointer, or that is chosen with the keys.
 */
export function useCompareScript(partId: string): void {
  useEffect(() => {
    const part = document.getElementById(partId);
    if (!part) return;
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === 'set') switchSet(target);
    };
    part.addEventListener('change', onChange);
    const figures = [...part.querySelectorAll<HTMLElement>('.norm-figure[data-sex]')];
    const removals = figures.map((figure) => tellValues(part, figure));
    return () => {
      part.removeEventListener('change', onChange);
      removals.forEach((remove) => remove());
    };
  }, [partId]);
}

/** Shows what is chosen. The page that follows opens where the box is. */
function switchSet({ form, id }: HTMLInputElement): void {
  if (!form) return;
  form.action = `${form.action.split('#', 1)[0]}#${id}`;
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value=show]'));
}

/** Shows the values at an age below a picture, from the table. Returns what ends that. */
function tellValues(part: HTMLElement, figure: HTMLElement): () => void {
  const slider = figure.querySelector<HTMLInputElement>('input[type=range]');
  const output = figure.querySelector('output');
  const picture = figure.querySelector('svg');
  if (!slider || !output || !picture) return () => {};
  const bars = [...picture.querySelectorAll<SVGRectElement>('rect[data-age]')];
  const line = pointerLine(picture);
  const tell = () => {
    const row = part.querySelector(`tr[data-sex="${figure.dataset.sex}"][data-age="${slider.value}"]`);
    const heads = [...(row?.closest('table')?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent);
    const cells = [...(row?.children ?? [])];
    const values = cells.slice(1).map((cell, at) => `${heads[at + 1]} ${toldIn(cell)}`);
    output.textContent = row ? `${cells[0]?.textContent}: ${values.join(', ')}` : '–';
    standAt(
      line,
      bars.find((bar) => bar.dataset.age === slider.value),
    );
  };
  const point = ({ clientX }: PointerEvent) => {
    const nearest = bars.toSorted((a, b) => distanceTo(a, clientX) - distanceTo(b, clientX))[0];
    slider.value = nearest?.dataset.age ?? slider.value;
    tell();
  };
  slider.addEventListener('input', tell);
  slider.addEventListener('focus', tell);
  picture.addEventListener('pointermove', point);
  tell();
  line.setAttribute('visibility', 'hidden');
  slider.parentElement!.dataset.ready = '';
  return () => {
    slider.removeEventListener('input', tell);
    slider.removeEventListener('focus', tell);
    picture.removeEventListener('pointermove', point);
    line.remove();
  };
}

/** What is told of a cell: the smooth percentile, otherwise that of the results, otherwise its dash; a number as it is. */
function toldIn(cell: Element): string | null {
  const told = ['b', 'small', '[aria-hidden]'].map((part) => cell.querySelector(part)).find((part) => part !== null);
  return (told ?? cell).textContent;
}

/** How far the middle of a bar is from a place in the window. */
function distanceTo(bar: SVGRectElement, clientX: number): number {
  const { left, width } = bar.getBoundingClientRect();
  return Math.abs(left + width / 2 - clientX);
}

/** Puts the line on the bar of its age; without one it is hidden. */
function standAt(line: SVGLineElement, bar: SVGRectElement | undefined): void {
  line.setAttribute('visibility', bar ? 'visible' : 'hidden');
  if (!bar) return;
  const [left, width] = ['x', 'width'].map((name) => Number.parseFloat(bar.getAttribute(name) ?? '0'));
  line.setAttribute('x1', `${left! + width! / 2}%`);
  line.setAttribute('x2', `${left! + width! / 2}%`);
}

/** The line in a picture that stands at the age whose values are told; it is hidden until there is one. */
function pointerLine(picture: SVGElement): SVGLineElement {
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  line.setAttribute('class', 'norm-pointer');
  line.setAttribute('y1', `${curveBox.top}em`);
  line.setAttribute('y2', `${curveBox.top + curveBox.height}em`);
  line.setAttribute('visibility', 'hidden');
  picture.append(line);
  return line;
}
