import { type SelectProps, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../lazy.ts';

const drawn = lazyComponent<SelectProps>(async () => (await import('./select.impl.tsx')).DrawnSelect);

/** The text of the field for a value. */
const labelOf = ({ data = [], value, searchValue }: SelectProps): string => {
  if (searchValue !== undefined) return searchValue;
  const options = data.flatMap((one) => (typeof one === 'object' && 'items' in one ? [...one.items] : [one]));
  const found = options.find((one) => (typeof one === 'object' ? one.value : one) === value);
  return typeof found === 'object' && 'label' in found ? String(found.label) : String(found ?? '');
};

/** The field before its list is loaded. It opens after loading, if it is focused. */
const Closed = (props: SelectProps & { onEnter: () => void; onLeave: () => void }) => {
  const { label, description, placeholder, error, disabled, required, w, maw, onEnter, onLeave } = props;
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
    />
  );
};

/** Mantine's select for the first render of a page: its field is rendered with the page, its list is loaded later. */
export const Select = (props: SelectProps) => {
  const Drawn = drawn.use();
  const [entered, setEntered] = useState(false);
  const enter = () => {
    setEntered(true);
    drawn.get();
  };
  if (!Drawn) return <Closed {...props} onEnter={enter} onLeave={() => setEntered(false)} />;
  return (
    <Drawn
      selectFirstOptionOnChange={props.searchable === true}
      {...props}
      {...(entered ? { autoFocus: true, defaultDropdownOpened: true } : {})}
    />
  );
};
