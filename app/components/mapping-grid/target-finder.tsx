import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bestTarget, findTargets, type FoundTarget } from './find-targets';

/** Room that the list takes below its select, in CSS pixels. */
const listPixels = 320;
const widthPixels = 352;
const marginPixels = 8;

interface TargetFinderProps {
  /** The select for which a target is found. It has the chosen value all the time. */
  select: HTMLSelectElement;
  /** Accessible name of the field. */
  label: string;
  targets: readonly FoundTarget[];
  /** What was typed to open it. */
  typed: string;
  onClose: () => void;
}

/**
 * Field with a list that finds a target by typing, at its select (combobox pattern of WAI-ARIA). Arrow keys and a click
 * choose, Enter and Tab keep the choice, Escape takes it back.
 */
export function TargetFinder({ select, label, targets, typed, onClose }: TargetFinderProps) {
  const { t } = useTranslation('mapping');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [initial] = useState(select.value);
  const [text, setText] = useState(typed);
  const [active, setActive] = useState(initial);
  const found = findTargets(targets, text);
  const optionId = (value: string) => `${id}-${targets.findIndex((target) => target.value === value)}`;

  const choose = (value: string) => {
    setActive(value);
    if (select.value === value) return;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const search = (wanted: string) => {
    setText(wanted);
    const best = wanted.trim() === '' ? undefined : bestTarget(findTargets(targets, wanted), wanted);
    choose(best?.value ?? initial);
  };
  const finish = () => {
    select.focus();
    onClose();
  };

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(typed.length, typed.length);
    if (typed !== '') search(typed);
    // Only once, because the field is rendered anew for each search.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useCloseOnScroll(input, onClose);
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = found[found.findIndex(({ value }) => value === active) + step];
      if (next) choose(next.value);
    } else if (event.key === 'Escape') {
      choose(initial);
      finish();
    } else if (event.key === 'Enter') finish();
    else return;
    event.preventDefault();
  }

  return (
    <div className="target-finder" style={placeAt(select)}>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.some(({ value }) => value === active) ? optionId(active) : undefined}
        autoComplete="off"
        value={text}
        placeholder={t('findHint')}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onClose}
      />
      <p role="status" className="hint">
        {t('found', { count: found.length })}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label={label}>
        {found.map(({ value, label: name, group }) => (
          <li
            id={optionId(value)}
            role="option"
            aria-selected={value === active}
            key={value}
            // The press, not the click, so that the field does not lose the focus first.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(value);
              finish();
            }}
          >
            {name} <span className="hint">{group}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Next to the select: below it, or above it if there is more room. */
function placeAt(select: HTMLSelectElement) {
  const { left, top, bottom } = select.getBoundingClientRect();
  const width = Math.min(widthPixels, window.innerWidth - 2 * marginPixels);
  const start = Math.max(marginPixels, Math.min(left, window.innerWidth - width - marginPixels));
  const below = window.innerHeight - bottom;
  const isAbove = below < listPixels && top > below;
  return {
    left: start,
    width,
    maxHeight: Math.min(listPixels, (isAbove ? top : below) - marginPixels),
    ...(isAbove ? { bottom: window.innerHeight - top } : { top: bottom }),
  };
}

/** Closes the list when the page or the table scrolls away below it. */
function useCloseOnScroll(input: { current: HTMLInputElement | null }, onClose: () => void) {
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (!input.current?.parentElement?.contains(target as Node)) onClose();
    };
    document.addEventListener('scroll', onScroll, { capture: true });
    window.addEventListener('resize', onScroll);
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
    };
  });
}
