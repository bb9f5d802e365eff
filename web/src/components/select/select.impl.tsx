/** Mantine's select, with the list that opens below its field. */
export { Select as DrawnSelect } from '@mantine/core';
