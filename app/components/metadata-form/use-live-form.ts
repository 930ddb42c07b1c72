import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import { readIntent } from '~/forms/form-entries';
import { afterPress } from './after-press';
import { isFormVerb } from './change-form';
import { checkTitle, entriesIn } from './form-check';
import { parsePlace, placeName } from './form-state';
import { removedNoteId } from './removed-value';
import {
  judgeForm,
  leaveValue,
  openForm,
  pressButton,
  textOf,
  withServerFault,
  type FormRules,
  type LiveForm,
} from './live-form';

/** How long typing rests before the form is judged again. */
const restMs = 300;

type Opened = Parameters<typeof openForm>[1];

/**
 * What script adds to the form inside `body`: what is missing follows the typing, a value is judged when
 * it is left, values are added and removed in the page. It sends nothing but the title to be checked.
 */
export function useLiveForm(
  body: RefObject<HTMLElement>,
  { fields, checkAddress, ...opened }: Omit<FormRules, 'sentence'> & Opened & { checkAddress: string },
): { live: LiveForm; announcement: string } {
  const { t } = useTranslation('metadata');
  const sentence = useCallback((code: string) => t(`metadata-faults:${code}`), [t]);
  const rules = { fields, sentence };
  const [live, setLive] = useState(() => openForm(rules, opened));
  const [announcement, announce] = useState('');
  // Listeners are set once; they see what the last drawing knew.
  const latest = useRef({ rules, live, t });
  latest.current = { rules, live, t };
  const checked = useRef(new Map<string, string>());

  useEffect(() => {
    const element = body.current;
    const form = element?.closest('form');
    if (!element || !form) return;
    afterPress();
    let rest: ReturnType<typeof setTimeout> | undefined;

    function show(next: LiveForm) {
      latest.current.live = next;
      setLive(next);
    }
    function judge() {
      const { rules, live, t } = latest.current;
      const next = judgeForm(rules, live, entriesIn(form!));
      if (live.faults.length > 0 && next.faults.length === 0) announce(t('complete'));
      show(next);
    }
    function onInput() {
      clearTimeout(rest);
      rest = setTimeout(() => afterPress(judge), restMs);
    }
    function onLeave({ target, relatedTarget }: FocusEvent) {
      const name = nameOf(target);
      // Another window took the focus, or it stays within the parts of the value.
      if (!name || document.activeElement === target || nameOf(relatedTarget) === name) return;
      afterPress(() => leave(name));
    }
    function leave(name: string) {
      const { rules, live } = latest.current;
      const entries = entriesIn(form!);
      const { live: next, found } = leaveValue(rules, live, entries, name);
      show(next);
      if (found) announce(`${found.label}: ${found.message}`);
      const field = rules.fields.find(({ id }) => id === parsePlace(name)?.field);
      const isSound = !next.faults.some((fault) => fault.name === name && fault.code !== 'server');
      if (field?.validate && isSound) void checkOnServer(name, textOf(entries, name).trim());
    }
    async function checkOnServer(name: string, title: string) {
      if (title === '' || title === checked.current.get(name)) return;
      checked.current.set(name, title);
      const message = await checkTitle(checkAddress, form!, title).catch(() => undefined);
      // Meanwhile another title was asked for, or is being typed.
      const entries = entriesIn(form!);
      if (checked.current.get(name) !== title || textOf(entries, name).trim() !== title) return;
      if (message === undefined) checked.current.delete(name);
      const { rules, live, t } = latest.current;
      const told = message === undefined ? t('validationFailed') : message;
      const next = withServerFault(rules, live, entries, { name, message: told });
      show(next);
      const fault = next.faults.find((other) => other.name === name);
      if (fault) announce(`${fault.label}: ${fault.message}`);
    }
    function onClick(event: MouseEvent) {
      const button = (event.target as Element).closest<HTMLButtonElement>('button[name="intent"]');
      const { verb, argument } = readIntent([['intent', button?.value ?? '']]);
      if (!isFormVerb(verb)) return;
      event.preventDefault();
      const { rules, live, t } = latest.current;
      const next = pressButton(rules, live, entriesIn(form!), { verb, argument });
      show(next);
      const place = verb === 'remove' ? parsePlace(argument) : null;
      const field = rules.fields.find(({ id }) => id === place?.field);
      if (place && field) announce(t('removed', { field: field.label, number: place.index + 1 }));
    }

    for (const [name, text] of entriesIn(form)) if (parsePlace(name)) checked.current.set(name, text.trim());
    element.addEventListener('input', onInput);
    element.addEventListener('focusout', onLeave);
    element.addEventListener('click', onClick);
    return () => {
      clearTimeout(rest);
      element.removeEventListener('input', onInput);
      element.removeEventListener('focusout', onLeave);
      element.removeEventListener('click', onClick);
    };
  }, [body, checkAddress]);

  const presses = [...live.turns.values()].reduce((sum, turns) => sum + turns, 0);
  useEffect(() => {
    if (presses === 0) return;
    const target = document.getElementById(latest.current.live.focus ?? '');
    target?.focus();
    const note = document.getElementById(removedNoteId);
    if (note && target?.closest('.repeatable-item')?.contains(note))
      note.scrollIntoView({ block: 'nearest' });
    // What drafts the form by itself has to know that it changed.
    body.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [body, presses]);

  return { live, announcement };
}

/** Form name of the value that a control belongs to. */
function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const place = parsePlace(target.getAttribute('name') ?? '');
  return place && placeName(place);
}
