/** Mantine's selects, with the list that opens below their field. */
export { MultiSelect as DrawnMultiSelect, Select as DrawnSelect } from '@mantine/core';
