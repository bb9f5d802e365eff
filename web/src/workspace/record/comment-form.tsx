/** Writes a comment on a record. */
import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendV3 } from '../../api/v3.ts';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { Form } from '../../components/form/form.tsx';
import { useDraft } from '../../hooks/use-draft.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** @param path the comments behind `/v3` */
export const CommentForm = ({ path }: { path: string }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() ? null : common('missing')) },
  });
  const draft = useDraft(form, `comment ${path}`);
  const save = useSave({
    form,
    send: ({ text }) => sendV3('POST', path, { text: text.trim() }),
    refresh: [['v3']],
    done: draft.discard,
  });
  return (
    <Form form={form} save={save} draft={!draft.stored}>
      <DraftNotice draft={draft} />
      <Textarea
        aria-label={t('newComment')}
        placeholder={t('newComment')}
        autosize
        minRows={2}
        {...form.getInputProps('text')}
      />
      <Group justify="flex-end">
        <Button type="submit" size="xs" loading={save.isPending} disabled={!form.isDirty()}>
          {common('save')}
        </Button>
      </Group>
    </Form>
  );
};
