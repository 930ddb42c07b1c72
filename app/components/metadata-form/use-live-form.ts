import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formTokenField } from '~/auth/same-origin-check';
import { type Entries, readIntent } from '~/forms/form-entries';

import { type FormVerb, isFormVerb } from '~/forms/metadata/change-form';
import { parseValueName, valueName } from '~/forms/metadata/form-state';
import {
  type FormRules,
  judgeForm,
  leaveValue,
  type LiveForm,
  openForm,
  pressButton,
  textOf,
  withServerError,
} from './live-form';
import { removedNoteId } from '~/forms/metadata/change-form';

type Opened = Parameters<typeof openForm>[1];

/**
 * Adds script to the form inside `body`: missing information follows the typing, values are validated when the focus
 * leaves them, and values are added and removed in the page. Only the title is sent to the server.
 */
export function useLiveForm(
  body: RefObject<HTMLElement>,
  { fields, checkAddress, ...opened }: Omit<FormRules, 'message'> & Opened & { checkAddress: string },
): { live: LiveForm; announcement: string } {
  const { t } = useTranslation('metadata');
  const rules = useMemo(() => ({ fields, message: (code: string) => t(`metadata-errors:${code}`) }), [fields, t]);
  const [live, setLive] = useState(() => openForm(rules, opened));
  const [announcement, announce] = useState('');
  const words = {
    complete: t('complete'),
    failed: t('validationFailed'),
    removed: (field: string, number: number) => t('removed', { field, number }),
    moved: (field: string, number: number, to: number) => t('moved', { field, number, to }),
  };
  // Listeners are added once and use the latest state.
  const latest = useRef({ rules, live, words });
  latest.current = { rules, live, words };

  useEffect(() => {
    const form = body.current?.closest('form');
    if (!body.current || !form) return;
    const known = () => ({ ...latest.current, entries: entriesIn(form) });
    const show = (next: LiveForm) => {
      latest.current.live = next;
      setLive(next);
    };
    const checkTitleOf = titleCheck(form, checkAddress);

    function onRest() {
      const { rules, live, words, entries } = known();
      const next = judgeForm(rules, live, entries);
      if (live.errors.length > 0 && next.errors.length === 0) announce(words.complete);
      show(next);
    }
    function onLeave(name: string) {
      const { rules, live, entries } = known();
      const { live: next, found } = leaveValue(rules, live, entries, name);
      show(next);
      if (found) announce(`${found.label}: ${found.message}`);
      void onTitle(name, next);
    }
    async function onTitle(name: string, { errors }: LiveForm) {
      const isChecked = latest.current.rules.fields.some(
        ({ id, validate }) => validate && id === parseValueName(name)?.field,
      );
      if (!isChecked || errors.some((error) => error.name === name && error.code !== 'server')) return;
      const answer = await checkTitleOf(name);
      if (!answer) return;
      const { rules, live, words, entries } = known();
      const message = answer.failed ? words.failed : answer.message;
      const next = withServerError(rules, live, entries, { name, message });
      show(next);
      const error = next.errors.find((other) => other.name === name);
      if (error) announce(`${error.label}: ${error.message}`);
    }
    return watchForm(body.current, {
      onRest,
      onLeave,
      onPress: (verb, argument) => {
        const { rules, live, words, entries } = known();
        show(pressButton(rules, live, entries, { verb, argument }));
        const path = parseValueName(argument);
        const field = rules.fields.find(({ id }) => id === path?.field);
        if (!path || !field) return;
        const number = path.index + 1;
        if (verb === 'remove') announce(words.removed(field.label, number));
        if (verb === 'up' || verb === 'down')
          announce(words.moved(field.label, number, number + (verb === 'up' ? -1 : 1)));
      },
    });
  }, [body, checkAddress]);

  useAfterPress(body, live);
  return { live, announcement };
}

/** After a change by a button, moves the focus and triggers the autosave. */
function useAfterPress(body: RefObject<HTMLElement>, { turns, focus }: LiveForm): void {
  const presses = [...turns.values()].reduce((sum, count) => sum + count, 0);
  const target = useRef(focus);
  target.current = focus;
  useEffect(() => {
    if (presses === 0) return;
    const control = document.getElementById(target.current ?? '');
    control?.focus();
    const note = document.getElementById(removedNoteId);
    if (note && control?.closest('.repeatable-item')?.contains(note)) note.scrollIntoView({ block: 'nearest' });
    body.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [body, presses]);
}

/**
 * Checks a changed title on the server. Returns null if it is empty or unchanged, or if another title was typed before
 * the response. After a failure, the same title is checked again.
 */
function titleCheck(form: HTMLFormElement, address: string) {
  const textNow = (name: string) => textOf(entriesIn(form), name).trim();
  const asked = new Map(entriesIn(form).map(([name, text]) => [name, text.trim()]));
  return async (name: string): Promise<{ message: string | null; failed: boolean } | null> => {
    const title = textNow(name);
    if (title === '' || title === asked.get(name)) return null;
    asked.set(name, title);
    const answer = await checkTitle(address, form, title).then(
      (message) => ({ message, failed: false }),
      () => ({ message: null, failed: true }),
    );
    if (asked.get(name) !== title || textNow(name) !== title) return null;
    if (answer.failed) asked.delete(name);
    return answer;
  };
}

/** Pause in typing before the form is validated again. */
const debounceMs = 300;

/** Events of a form that script handles. */
interface FormEvents {
  /** After a pause in typing or choosing. */
  onRest(): void;
  /** The focus has left all controls of a value. */
  onLeave(name: string): void;
  /** A button that changes the form was pressed. The post is prevented. */
  onPress(verb: FormVerb, argument: string): void;
}

/** Adds the listeners to the part of a form inside `body`. Returns a function that removes them. */
function watchForm(body: HTMLElement, { onRest, onLeave, onPress }: FormEvents): () => void {
  const ending = new AbortController();
  const listen = { signal: ending.signal };
  let rest: ReturnType<typeof setTimeout> | undefined;
  afterPress();
  body.addEventListener(
    'input',
    () => {
      clearTimeout(rest);
      rest = setTimeout(() => afterPress(onRest), debounceMs);
    },
    listen,
  );
  body.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      const name = nameOf(target);
      // The focus went to another window or to another control of the value.
      if (!name || document.activeElement === target || nameOf(relatedTarget) === name) return;
      afterPress(() => onLeave(name));
    },
    listen,
  );
  body.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button[name="intent"]');
      const { verb, argument } = readIntent([['intent', button?.value ?? '']]);
      if (!isFormVerb(verb)) return;
      event.preventDefault();
      onPress(verb, argument);
    },
    listen,
  );
  return () => {
    clearTimeout(rest);
    ending.abort();
  };
}

/** Form name of the value that a control belongs to. */
function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const path = parseValueName(target.getAttribute('name') ?? '');
  return path && valueName(path);
}

let isPressed = false;
let watches = false;

function watchPresses(): void {
  if (watches) return;
  watches = true;
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (isPressed = false), true);
  }
}

/**
 * Runs something that moves the page once no pointer is down, because a button must not move away before its press has
 * ended. Call it once before without argument, to start listening.
 */
function afterPress(run?: () => void): void {
  watchPresses();
  if (!run) return;
  if (!isPressed) return run();
  // The click follows `pointerup` in the same task.
  window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}

/** Entries of a form, as the browser would post them without a button. */
function entriesIn(form: HTMLFormElement): Entries {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

/**
 * Checks the title of a form on the server (spec section 5). Returns the error or null. Throws if there is no response,
 * for example after the end of the session.
 */
async function checkTitle(address: string, form: HTMLFormElement, title: string): Promise<string | null> {
  const token = form.elements.namedItem(formTokenField);
  const body = new URLSearchParams({ title });
  if (token instanceof HTMLInputElement) body.set(formTokenField, token.value);
  const answer = await fetch(address, { method: 'POST', body });
  const { message } = (await answer.json()) as { message?: string | null };
  if (message === undefined) throw new Error(`The check answered ${answer.status}.`);
  return message;
}
