import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.ts';
import { useUnsaved } from './unsaved.ts';

/**
 * A secret that is shown this once: only its own button closes the dialog, and until then leaving the page is asked about. One that
 * somebody has already (`kept`) is closed as any dialog is.
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
