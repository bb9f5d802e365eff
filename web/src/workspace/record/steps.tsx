/** Dates of a record that follow each other, each set to the present day with one button. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Row, sendV3 } from '../../api/v3.ts';
import { notifyError } from '../../hooks/notify.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { writtenDay } from '../forms/field-values.ts';
import { Block } from '../schema/facts.tsx';
import { useSayDone } from '../schema/relations.ts';
import type { Field, Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { textOf, useContextOf } from '../schema/shown.ts';

/** Nothing for kinds without steps. */
export const Steps = ({ section, schema, row }: { section: Section; schema: Schema; row: Row }) => {
  const { t } = useTranslation('records');
  const context = useContextOf();
  const client = useQueryClient();
  const sayDone = useSayDone();
  const fields = section.layout.steps.flatMap((name) => schema.fields.get(name) ?? []);
  if (!fields.length) return null;
  const path = `/${section.path}/${idOf(section, row)}`;
  const setToday = async ({ name, label }: Field) => {
    try {
      await sendV3('PATCH', path, { [name]: writtenDay(new Date()) });
      sayDone(
        () => `${label}: ${t('today')}.`,
        () => sendV3('PATCH', path, { [name]: null }),
      );
      await client.invalidateQueries({ queryKey: ['v3'] });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Block title={nameOf('records:groups', 'steps')}>
      <ol className="short-rows">
        {fields.map((field) => (
          <li key={field.name}>
            <span>{field.label}</span>
            {row[field.name] ? (
              <span className="short-values">{textOf(field, row[field.name], context)}</span>
            ) : section.can.includes('write') ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${field.label}: ${t('today')}`}
                onClick={() => setToday(field)}
              >
                {t('today')}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Block>
  );
};
