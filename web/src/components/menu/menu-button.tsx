import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

/** An item of a menu. */
export interface Action {
  readonly name: string;
  /** Shown in place of its name. */
  readonly content?: ReactNode;
  readonly icon?: TablerIcon;
  /** An address of this application; without one something is done. */
  readonly to?: string;
  readonly run?: () => void;
  /** It takes something away. */
  readonly danger?: boolean;
  /** Marks the current choice. */
  readonly chosen?: boolean;
  /** The language of its name, where that is another. */
  readonly lang?: string;
}

interface ButtonOfMenu extends Pick<ActionIconProps, 'variant' | 'color' | 'loading'> {
  /** Names the button. */
  readonly label: string;
  readonly icon: TablerIcon;
}

export interface ActionMenuProps extends ButtonOfMenu {
  readonly actions: readonly (Action | null)[];
  readonly width?: number;
  /** It opens from the beginning of the line on. */
  readonly start?: boolean;
}

/** The button of a menu. */
export const MenuButton = ({ label, icon: Icon, ...rest }: ButtonOfMenu & Omit<ComponentProps<'button'>, 'color'>) => (
  <ActionIcon variant="default" size="lg" aria-label={label} {...rest}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
);
