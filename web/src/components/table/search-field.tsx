import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { LONGEST } from '../../hooks/use-search-params.ts';

/** The search field of a list. */
export const SearchField = (
  props: Omit<TextInputProps, 'onChange' | 'value'> & {
    readonly value: string;
    readonly onChange: (text: string) => void;
  },
) => {
  const { onChange, ...rest } = props;
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={LONGEST}
      onChange={(event) => onChange(event.currentTarget.value)}
      w={420}
      maw="100%"
      className="not-printed"
      {...rest}
    />
  );
};
