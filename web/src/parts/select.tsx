import { type SelectProps, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { onDemand } from './on-demand.ts';

const drawn = onDemand<SelectProps>(async () => (await import('./drawn-select.tsx')).DrawnSelect);

/** What the field says of a value. */
const labelOf = ({ data = [], value, searchValue }: SelectProps): string => {
  if (searchValue !== undefined) return searchValue;
  const options = data.flatMap((one) => (typeof one === 'object' && 'items' in one ? [...one.items] : [one]));
  const found = options.find((one) => (typeof one === 'object' ? one.value : one) === value);
  return typeof found === 'object' && 'label' in found ? String(found.label) : String(found ?? '');
};

/** The field while its list is not there yet. Whoever is in it then has it opened. */
const Closed = (props: SelectProps & { onEnter: () => void; onLeave: () => void }) => {
  const { label, description, placeholder, error, disabled, required, w, maw, onEnter, onLeave } = props;
  const look = { label, description, placeholder, error, disabled, required, w, maw };
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

/** Mantine's select for what a page begins with: its field is drawn with the page, its list comes after it. */
export const Select = (props: SelectProps) => {
  const Drawn = drawn.use();
  const [entered, setEntered] = useState(false);
  const enter = () => {
    setEntered(true);
    drawn.get();
  };
  if (!Drawn) return <Closed {...props} onEnter={enter} onLeave={() => setEntered(false)} />;
  return <Drawn {...props} {...(entered ? { autoFocus: true, defaultDropdownOpened: true } : {})} />;
};
