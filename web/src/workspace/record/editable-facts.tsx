/** The fields of a record, each editable in place. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { lazyComponent } from '../../components/lazy.ts';
import { fieldDraft, recordDraft } from '../../hooks/drafts.ts';
import { useHasDraft } from '../../hooks/use-draft.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Facts, type FactsProps } from '../schema/facts.tsx';
import type { Field } from '../schema/schema.ts';
import { idOf } from '../schema/sections.ts';

const fieldForm = lazyComponent(async () => (await import('../forms/field-form.tsx')).FieldForm);

/** Secrets are changed in the form of all fields, which does not show them. */
const isEditable = ({ readOnly, fixed, kind }: Field): boolean => !readOnly && !fixed && kind !== 'secret';

export const EditableFacts = (props: FactsProps) => {
  const { section, row } = props;
  const { t } = useTranslation('records');
  const [editing, setEditing] = useState<string | null>(null);
  const hasDraft = useHasDraft();
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const left = useRef<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const path = `/${section.path}/${idOf(section, row)}`;
  const Form = fieldForm.now();
  const begin = async (field: Field) => {
    if (isEditable(field) && (await fieldForm.get())) setEditing(field.name);
  };
  // The keyboard continues at the pencil of the field.
  useEffect(() => {
    if (editing === null && left.current !== null)
      place.current?.querySelector<HTMLElement>(`[data-field="${left.current}"] .field-pencil`)?.focus();
    left.current = editing;
    // A form that was left has written its draft by now.
    drawAgain();
  }, [editing]);
  if (!section.can.includes('write')) return <Facts {...props} />;
  return (
    <div ref={place} className="editable-facts">
      <Facts
        {...props}
        editing={{
          name: editing,
          begin,
          form: (field) =>
            Form ? (
              <Form
                key={`${path}/${field.name}`}
                field={field}
                named={props.schema.fields.get(field.name_of ?? '')}
                row={row}
                path={path}
                close={() => setEditing(null)}
              />
            ) : null,
          pencil: (field) => {
            if (!isEditable(field)) return null;
            if (hasDraft(recordDraft('change', path, fieldDraft(field.name))))
              return (
                <Button
                  size="compact-xs"
                  variant="light"
                  ml="xs"
                  aria-label={t('draftOf', { field: field.label })}
                  onClick={() => begin(field)}
                >
                  {t('draft')}
                </Button>
              );
            return (
              <ActionIcon
                className="field-pencil"
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('changeField', { field: field.label })}
                onClick={() => begin(field)}
              >
                <IconPencil size={14} aria-hidden />
              </ActionIcon>
            );
          },
        }}
      />
    </div>
  );
};
