import { Button, Group, type ModalProps } from '@mantine/core';
import { useTranslation } from '../i18n/use-translation.ts';
import { Dialog } from './dialog.ts';
import { Form, type FormProps } from './form.tsx';
import { useLeave } from './unsaved.ts';

/** A form in a dialog: cancel and submit below. Escape, the cross and a click beside it ask before edits are lost. */
export const FormModal = <V extends Record<string, unknown>>(
  props: FormProps<V> & {
    opened: boolean;
    onClose: () => void;
    title: string;
    submit: string;
    /** What it is about, above its fields. */
    text?: string;
    size?: ModalProps['size'];
  },
) => {
  const { t } = useTranslation();
  const { opened, onClose, title, submit, text, size = 'md', children, ...form } = props;
  const leave = useLeave();
  return (
    <Dialog
      opened={opened}
      // Whatever takes edits away asks; the button says that it does. What is on its way to the service cannot be taken back.
      onClose={() => form.save.isPending || leave(onClose)}
      title={title}
      description={text}
      size={size}
    >
      <Form {...form}>
        {children}
        <Group justify="flex-end">
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
