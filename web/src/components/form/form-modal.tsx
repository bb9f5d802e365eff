import { Button, Group, type ModalProps } from '@mantine/core';
import { useLeave } from '../../hooks/unsaved-changes.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../dialog/dialog.ts';
import { Form, type FormProps } from './form.tsx';

/** A form in a dialog: cancel and submit below. Escape, the cross and a click outside ask before edits are lost. */
export const FormModal = <V extends Record<string, unknown>>(
  props: FormProps<V> & {
    opened: boolean;
    onClose: () => void;
    title: string;
    submit: string;
    /** Introduction above the fields. */
    text?: string;
    size?: ModalProps['size'];
    /** As of the form. */
    draft?: boolean;
  },
) => {
  const { t } = useTranslation();
  const { opened, onClose, title, submit, text, size = 'md', children, ...form } = props;
  const leave = useLeave();
  return (
    <Dialog
      opened={opened}
      // Every way to discard edits asks; the button says so itself. A request that was sent cannot be cancelled.
      onClose={() => form.save.isPending || leave(onClose)}
      title={title}
      description={text}
      size={size}
    >
      <Form {...form}>
        {children}
        <Group justify="flex-end" className="dialog-foot">
          <Button variant="default" onClick={onClose} disabled={form.save.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={form.save.isPending}>
            {submit}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
};
