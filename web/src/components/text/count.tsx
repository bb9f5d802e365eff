import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** A number after a name; a screen reader pauses before it. @param due the number is work to do */
export const Count = ({ children, due = false }: { children: ReactNode; due?: boolean }) => (
  <span className="count" data-due={due || undefined}>
    <VisuallyHidden>, </VisuallyHidden>
    {children}
  </span>
);
