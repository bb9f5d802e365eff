/** Changes a single field of a record where it is shown. */
import { ActionIcon, Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { Form } from '../../components/form/form.tsx';
import { fieldDraft } from '../../hooks/drafts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { FieldInput } from './input.tsx';
import { useRecordForm, type Version } from './use-record-form.ts';

interface Given {
  readonly field: Field;
  /** The reference that it is the name of. */
  readonly named?: Field | undefined;
  /** The record as it is shown; its version is read before it is changed. */
  readonly row: Row;
  readonly path: string;
  readonly close: () => void;
}

/** Enter saves, also a long text, where Shift+Enter begins a line; Escape closes an open list before the form. */
const keysOf = (cancel: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const { key, shiftKey, target, currentTarget } = event;
  // They end the composition of a character.
  if (event.nativeEvent.isComposing) return;
  if (key === 'Escape' && (target as HTMLElement).getAttribute('aria-expanded') !== 'true') {
    event.stopPropagation();
    cancel();
  } else if (key === 'Enter' && !shiftKey && target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    currentTarget.querySelector('form')?.requestSubmit();
  }
};

export const FieldForm = ({ field, named, row, path, close }: Given) => {
  const { t } = useTranslation();
  const [version] = useState<Version>({ ...row, etag: null });
  const fields = named ? [field, named] : [field];
  const place = useRef<HTMLDivElement>(null);
  const { form, save, draft } = useRecordForm({
    fields,
    shown: version,
    initial: fieldDraft(field.name),
    path,
    refresh: [['v3']],
    message: null,
    done: close,
  });
  const cancel = () => {
    draft.forget();
    close();
  };
  useEffect(() => {
    const input = place.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea');
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, []);
  return (
    <div ref={place} onKeyDownCapture={keysOf(cancel)}>
      <Form form={form} save={save} words={{ labels: { [field.name]: field.label } }} draft={!draft.stored}>
        <DraftNotice draft={draft} />
        <FieldInput field={field} form={form} fields={fields} />
        {/* The field keeps the focus: a message below it that goes would move the buttons before the click ends. */}
        <Group gap={6} mt={-8} onMouseDown={(event) => event.preventDefault()}>
          <ActionIcon type="submit" loading={save.isPending} aria-label={t('save')}>
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" onClick={cancel} aria-label={t('cancel')}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Form>
    </div>
  );
};
