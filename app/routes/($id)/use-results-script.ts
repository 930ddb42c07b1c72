import { type RefObject, useEffect } from 'react';

import {
  readSearchAddress,
  type SearchAddress,
  writeSearchAddress,
  writeTicks,
} from '~/components/search/search-address';
import { paths } from '~/paths';

import { resultsFormId } from './results-link';

/**
 * What script adds to the results: another order applies at once, a click on a row opens it, and the address and the
 * links of drawings keep ticks that were just set.
 */
export function useResultsScript(section: RefObject<HTMLElement | null>, address: SearchAddress): void {
  useEffect(() => {
    const results = section.current;
    if (!results) return;
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement && target.name === 'sort') applyOrder(target);
      if (target instanceof HTMLInputElement && target.name === 'nr') keepTicks(address);
    };
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const drawn = event.target.closest('svg a');
      if (drawn) addTicks(drawn, address);
      else if (!event.defaultPrevented) openRow(event.target);
    };
    results.addEventListener('change', onChange);
    results.addEventListener('click', onClick);
    return () => {
      results.removeEventListener('change', onChange);
      results.removeEventListener('click', onClick);
    };
  }, [section, address]);
}

function applyOrder({ form }: HTMLSelectElement): void {
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[name=apply][value=sort]'));
}

/** The ticks of the page and those that its form keeps. */
function presentTicks() {
  const form = document.querySelector<HTMLFormElement>(`form#${resultsFormId}`);
  const entries = form ? [...new FormData(form)] : [];
  return readSearchAddress(new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))).ticks;
}

/** Writes the ticks into the address, so that they are there when the page is reloaded or gone back to. */
function keepTicks(address: SearchAddress): void {
  const query = writeSearchAddress({ ...address, ticks: presentTicks() });
  history.replaceState(history.state, '', `${paths.home()}?${query}${location.hash}`);
}

/** Gives a link the present ticks instead of those of the address. */
function addTicks(link: Element, address: SearchAddress): void {
  const [query = '', position = ''] = (link.getAttribute('href') ?? '').split('#');
  const former = writeTicks(address.ticks);
  const bare = former !== '' && query.endsWith(former) ? query.slice(0, -former.length) : query;
  link.setAttribute('href', `${bare}${writeTicks(presentTicks())}#${position}`);
}

/** Presses the button of the row that was clicked, unless the click was for something in it or selected text. */
function openRow(clicked: Element): void {
  const row = clicked.closest('tr[id^="row-"]');
  const isForSomething = clicked.closest('a, button, input, label, select') !== null;
  if (!row || isForSomething || String(window.getSelection()) !== '') return;
  row.querySelector<HTMLButtonElement>('button[name=open]')?.click();
}
