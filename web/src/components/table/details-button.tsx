import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';

/** Opens and closes the details below a row; `label` names them. */
export const DetailsButton = (props: { opened: boolean; label: string; onToggle: (opened: boolean) => void }) => {
  const { opened, label, onToggle } = props;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-expanded={opened}
      aria-label={label}
      onClick={() => onToggle(!opened)}
    >
      <Chevron size={16} aria-hidden />
    </ActionIcon>
  );
};
