import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUnsaved } from '../../hooks/unsaved-changes.ts';
import { CopyField } from '../text/copy-field.tsx';
import { Dialog } from './dialog.ts';

/**
 * A secret that is shown once: only the dialog's own button closes it, and until then leaving the page asks. A secret
 * that the user has already (`kept`) closes like any dialog.
 */
export const SecretModal = (props: {
  title: string;
  text: string;
  label: string;
  secret: string;
  done: string;
  kept?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) => {
  const { title, text, label, secret, done, kept = false, onClose, children } = props;
  useUnsaved(!kept, false);
  return (
    <Dialog opened title={title} size="lg" {...(kept ? { onClose, description: text } : {})}>
      <Stack>
        {kept ? null : (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {text}
          </Alert>
        )}
        <CopyField label={label} value={secret} first={kept} />
        {children}
        <Button className="wraps" onClick={onClose}>
          {done}
        </Button>
      </Stack>
    </Dialog>
  );
};
