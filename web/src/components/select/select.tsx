import { type ComboboxItem, type OptionsFilter, type SelectProps, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { insertText } from '../../hooks/early-keys.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyComponent } from '../lazy.ts';

const drawn = lazyComponent<SelectProps>(async () => (await import('./select.impl.tsx')).DrawnSelect);

/** Entries that begin with the typed text come before those that contain it. */
const narrow: OptionsFilter = ({ options, search }) => {
  const text = search.trim().toLowerCase();
  const at = ({ label }: ComboboxItem) => label.toLowerCase().indexOf(text);
  const of = (items: readonly ComboboxItem[]) =>
    items.filter((one) => at(one) >= 0).toSorted((one, other) => Math.sign(at(one)) - Math.sign(at(other)));
  const items = options.flatMap((one) => ('group' in one ? [] : [one]));
  return [...of(items), ...options.flatMap((one) => ('group' in one ? [{ ...one, items: of(one.items) }] : []))];
};

/** Takes the marked entry of an open list, else the first one. */
const take = (field: HTMLInputElement): void => {
  if (!field.hasAttribute('data-expanded') || !field.value.trim()) return;
  // A list that was open from the beginning is not named by its field.
  const list =
    document.getElementById(field.getAttribute('aria-controls') ?? '') ?? document.querySelector('[role=listbox]');
  const entry = list?.querySelector('[data-combobox-selected]') ?? list?.querySelector('[data-combobox-option]');
  if (entry instanceof HTMLElement) entry.click();
};

/**
 * Typing works as in a native select: it narrows the entries, and Tab or Enter takes the first one.
 * @param short whether the screen keyboard stays away
 */
const useTyping = (
  short: boolean,
  { onKeyDownCapture, onFocus, onClick, onBlurCapture, onOptionSubmit }: SelectProps,
) => {
  const [typed, setTyped] = useState(false);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDownCapture?.(event);
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget: field } = event;
    if (event.isPropagationStopped() || ctrlKey || metaKey || nativeEvent.isComposing) return;
    if (key === 'Escape') setTyped(false);
    const opens = short && field.getAttribute('aria-expanded') === 'false';
    const taken = key === 'Enter' ? typed || opens : key === ' ' && short && !typed;
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    if (typed) take(field);
    else field.click();
    setTyped(false);
  };
  return {
    typed,
    handlers: {
      onInput: () => setTyped(true),
      onOptionSubmit: (value: string) => {
        setTyped(false);
        onOptionSubmit?.(value);
      },
      onKeyDownCapture: keys,
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select();
        onFocus?.(event);
      },
      onClick: (event: MouseEvent<HTMLInputElement>) => {
        if (!typed) event.currentTarget.select();
        onClick?.(event);
      },
      onBlurCapture: (event: FocusEvent<HTMLInputElement>) => {
        if (typed) take(event.currentTarget);
        setTyped(false);
        onBlurCapture?.(event);
      },
    },
  };
};

const labelOf = ({ data = [], value, searchValue }: SelectProps): string => {
  if (searchValue !== undefined) return searchValue;
  const options = data.flatMap((one) => (typeof one === 'object' && 'items' in one ? [...one.items] : [one]));
  const found = options.find((one) => (typeof one === 'object' ? one.value : one) === value);
  return typeof found === 'object' && 'label' in found ? String(found.label) : String(found ?? '');
};

/**
 * The field before its list is loaded. It opens after loading, if it is focused, and then gets the text that was typed; a short one
 * that was neither clicked nor typed into stays closed.
 */
const Closed = (
  props: SelectProps & { onEnter: () => void; onOpen: () => void; onLeave: () => void; onType: (key: string) => void },
) => {
  const { label, description, placeholder, error, disabled, required, w, maw, onEnter, onOpen, onLeave, onType } =
    props;
  const autofocus = (props as { 'data-autofocus'?: boolean })['data-autofocus'];
  const look = { label, description, placeholder, error, disabled, required, w, maw, 'data-autofocus': autofocus };
  return (
    <TextInput
      {...Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined))}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      pointer
      value={labelOf(props)}
      rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}
      rightSectionPointerEvents="none"
      onFocus={onEnter}
      onBlur={onLeave}
      onClick={onOpen}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.length === 1 && !ctrlKey && !metaKey && !altKey) onType(key);
        if (key === 'ArrowDown' || key === 'ArrowUp') onOpen();
      }}
    />
  );
};

/**
 * Mantine's select for the first render of a page: its field is rendered with the page, its list is loaded later.
 * Each one can be typed into; `searchable` says that it is long, so that it opens at once and with the screen keyboard.
 */
export const Select = (props: SelectProps) => {
  const Drawn = drawn.use();
  const { t } = useTranslation();
  const [entered, setEntered] = useState(false);
  const [opens, setOpens] = useState(false);
  const early = useRef('');
  const short = props.searchable !== true;
  const { typed, handlers } = useTyping(short, props);
  useEffect(() => {
    if (Drawn && entered && early.current) insertText(early.current);
    early.current = '';
  }, [Drawn, entered]);
  const enter = () => {
    setEntered(true);
    drawn.get();
  };
  const open = () => setOpens(true);
  const leave = () => {
    setEntered(false);
    setOpens(false);
    early.current = '';
  };
  const type = (key: string) => {
    early.current += key;
  };
  if (!Drawn) return <Closed {...props} onEnter={enter} onOpen={open} onLeave={leave} onType={type} />;
  return (
    <Drawn
      filter={narrow}
      nothingFoundMessage={t('nothingFound')}
      {...(short ? { inputMode: 'none', openOnFocus: false, classNames: { input: 'short-select' } } : {})}
      {...props}
      searchable
      selectFirstOptionOnChange={!short || typed}
      allowDeselect={props.allowDeselect !== false && !typed}
      {...(props.filter ? {} : handlers)}
      {...(entered ? { autoFocus: true, defaultDropdownOpened: opens || !short } : {})}
    />
  );
};
