import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import {
  readSearchAddress,
  type SearchAddress,
  writeSearchAddress,
  writeTicks,
} from '~/components/search/search-address';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { resultsFormId } from './results-link';

/** Id of the element with all of the results. */
export const resultsPartId = 'results-part';

/** Width from which the facets stand beside the results; the same as in narrow-results.css. */
const besideResults = '(min-width: 80rem)';

/**
 * What script adds to the results, which only the server renders: another order applies at once, a click on a row opens
 * it, ticks are counted, and the address and the links of drawings keep ticks that were just set.
 */
export function useResultsScript(address: SearchAddress): void {
  useEffect(() => {
    const results = document.getElementById(resultsPartId);
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
  }, [address]);
  useTickCount();
  useOpenBesideResults();
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

/** Keeps the number of ticked data sets up to date, and the button that removes the ticks. */
function useTickCount(): void {
  const { t } = useTranslation('home');
  const language = useLanguage();
  useEffect(() => {
    const form = document.getElementById(resultsFormId);
    const status = form?.querySelector<HTMLElement>('[data-elsewhere]');
    if (!form || !status) return;
    const recount = () => {
      const onPage = form.querySelectorAll('input[name=nr]:checked').length;
      const count = Number(status.dataset.elsewhere) + onPage;
      const text = t('selection.count', { count, shown: formatNumber(count, language) });
      status.querySelector('.tick-count')!.textContent = text;
      form.querySelector('button[name=choose][value=none]')!.toggleAttribute('hidden', count === 0);
    };
    // The browser restores ticks when a page is gone back to.
    recount();
    form.addEventListener('change', recount);
    return () => form.removeEventListener('change', recount);
  }, [t, language]);
}

/**
 * Opens the facets where they stand beside the results. Style sheets show them there without this, but not every
 * browser can, and some programs that read the page go by the attribute.
 */
function useOpenBesideResults(): void {
  useEffect(() => {
    const fold = document.querySelector(`#${resultsPartId} .narrow > details`);
    const wide = window.matchMedia(besideResults);
    const adapt = () => fold?.toggleAttribute('open', wide.matches);
    adapt();
    wide.addEventListener('change', adapt);
    return () => wide.removeEventListener('change', adapt);
  }, []);
}
