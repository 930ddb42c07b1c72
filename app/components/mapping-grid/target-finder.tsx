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
export function TargetFinder({ label, ...props }: TargetFinderProps) {
  const { t } = useTranslation('mapping');
  const id = useId();
  const { input, text, active, found, search, choose, finish, onKeyDown } = useFinder(props);
  const optionId = (value: string) => `${id}-${props.targets.findIndex((target) => target.value === value)}`;
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="target-finder" style={placeAt(props.select)}>
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
        onBlur={props.onClose}
      />
      <p role="status" className="hint">
        {t('found', { count: found.length })}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label={label}>
        {found.map((target) => (
          <FoundOption
            id={optionId(target.value)}
            target={target}
            isActive={target.value === active}
            onChoose={() => {
              choose(target.value);
              finish();
            }}
            key={target.value}
          />
        ))}
      </ul>
    </div>
  );
}

interface FoundOptionProps {
  id: string;
  target: FoundTarget;
  isActive: boolean;
  onChoose: () => void;
}

function FoundOption({ id, target: { label, group }, isActive, onChoose }: FoundOptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      // The press, not the click, so that the field does not lose the focus first.
      onMouseDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {label} <span className="hint">{group}</span>
    </li>
  );
}

/** What was typed, the targets found and the one chosen. A choice is made in the select at once. */
function useFinder({ select, targets, typed, onClose }: Omit<TargetFinderProps, 'label'>) {
  const input = useRef<HTMLInputElement>(null);
  const [initial] = useState(select.value);
  const [text, setText] = useState(typed);
  const [active, setActive] = useState(initial);
  const found = findTargets(targets, text);
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
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    const next = step && found[found.findIndex(({ value }) => value === active) + step];
    if (next) choose(next.value);
    if (event.key === 'Escape') choose(initial);
    if (step === undefined) finish();
  };
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(typed.length, typed.length);
    if (typed !== '') search(typed);
    // Only once, because the field is rendered anew for each search.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useCloseOnScroll(input, () => {
    select.focus({ preventScroll: true });
    onClose();
  });
  return { input, text, active, found, search, choose, finish, onKeyDown };
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
