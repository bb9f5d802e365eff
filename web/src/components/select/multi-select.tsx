import type { MultiSelectProps } from '@mantine/core';
import { useEffect } from 'react';
import { lazyComponent } from '../lazy.ts';

const drawn = lazyComponent<MultiSelectProps>(async () => (await import('./select.impl.tsx')).DrawnMultiSelect);

/** Several of the entries of a list, each removed by its cross; typing narrows them. */
export const MultiSelect = (props: MultiSelectProps) => {
  const Drawn = drawn.use();
  useEffect(() => void drawn.get(), []);
  return Drawn ? <Drawn searchable hidePickedOptions {...props} /> : null;
};
