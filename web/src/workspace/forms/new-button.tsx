/** The way to the form of a new record, for those who may make one. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '../../router/link.tsx';
import { newAddress, newOf } from '../schema/new-of.ts';
import type { Section } from '../schema/section.ts';

export const NewButton = (props: { section: Section; given?: Readonly<Record<string, number>>; small?: boolean }) => {
  const { section, given = {}, small = false } = props;
  if (!section.can.includes('write') || section.content) return null;
  return (
    <Button
      component={Link}
      to={newAddress(section, given)}
      size={small ? 'compact-sm' : 'sm'}
      variant={small ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {newOf(section)}
    </Button>
  );
};
